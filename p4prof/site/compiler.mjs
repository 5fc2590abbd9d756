// Compile d'avance le Python d'un dossier Pyodide, avec le Python même du navigateur : node compiler.mjs DOSSIER
// Les roues et la bibliothèque standard y gardent leur nom ; leurs .py deviennent des .pyc. Les roues nommées
// ensuite gardent aussi leurs sources, que le cours relit.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dossier, ...entieres] = process.argv.slice(2);
const lieu = path.resolve(dossier) + "/";
const { loadPyodide } = await import(pathToFileURL(lieu + "pyodide.mjs"));
const pyodide = await loadPyodide({ indexURL: lieu });
pyodide.FS.mkdirTree("/d");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: lieu }, "/d");
pyodide.globals.set("entieres", pyodide.toPy(entieres));
await pyodide.runPythonAsync(`
import importlib._bootstrap_external as chargeur
import importlib.util
import io
import pathlib
import sys
import zipfile

ETIQUETTE = sys.implementation.cache_tag
ICI = f"/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages/"


def compiler(archive, entiere):
    lue, ecrite = zipfile.ZipFile(io.BytesIO(archive.read_bytes())), io.BytesIO()
    with zipfile.ZipFile(ecrite, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as sortie:
        for info in lue.infolist():
            for nom, octets in fichiers(info.filename, lue.read(info), entiere):
                sortie.writestr(zipfile.ZipInfo(nom), octets, zipfile.ZIP_DEFLATED)
    archive.write_bytes(ecrite.getvalue())


def fichiers(nom, octets, entiere):
    if nom.endswith("/") or nom.endswith(".pyi"):
        return
    pyc = compile_(nom, octets) if nom.endswith(".py") and ".data/" not in nom else None
    if pyc is None or entiere:
        yield nom, octets
    if pyc is not None and entiere:
        dossier, _, court = nom.rpartition("/")
        yield f"{dossier}/__pycache__/{court[:-3]}.{ETIQUETTE}.pyc".lstrip("/"), pyc
    elif pyc is not None:
        yield nom + "c", pyc


def compile_(nom, octets):
    try:
        code = compile(octets, ICI + nom, "exec", dont_inherit=True)
    except SyntaxError:  # un exemple de fautes, dans les essais d'une bibliothèque
        return None
    return chargeur._code_to_hash_pyc(code, importlib.util.source_hash(octets), False)


for archive in sorted(pathlib.Path("/d").iterdir()):
    if archive.suffix == ".whl" or archive.name == "python_stdlib.zip":
        compiler(archive, archive.name.split("-")[0] in entieres)
`);
process.exit(0);
