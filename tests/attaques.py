"""Des copies hostiles ou accidentées : ce que chacune tente, et la note qu'elle doit avoir.

Le petit TP a deux questions, `double` (8 points) et `triple` (12 points). Les premières attaquent par leur code :
sauf mention contraire, la réponse à `triple` est juste et doit garder ses 12 points quoi que fasse l'autre. Les
suivantes sont des carnets et des dossiers dans un drôle d'état, où `double` est faux et `triple` juste ; None : la
copie n'est pas notée, et le rapport dit pourquoi.
"""

import contextlib
import json
import os
import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.cours_factice import cellule, identifiants, nbgrader

# --- par leur code ----------------------------------------------------------------------------------------

DOUBLE, TRIPLE = "def double(x):\n    return 2 * x", "def triple(x):\n    return 3 * x"


@dataclass(frozen=True)
class Attaque:
    """Une copie : le code de ses réponses, des cellules ajoutées, la note attendue."""

    tente: str
    double: str = DOUBLE
    triple: str = TRIPLE
    avant: str = ""  # une cellule ajoutée avant les questions
    essai: str = ""  # la cellule d'essai de `double`, après sa réponse
    fin: str = ""  # une cellule ajoutée à la fin
    note: int = 20
    aussi: tuple[
        int, ...
    ] = ()  # les notes moindres où il ne nuit qu'à lui, selon qui gagne une course de fils


def corps(code):
    """Une fonction double dont voici le corps."""
    return "def double(x):\n" + "\n".join(f"    {ligne}" for ligne in code.splitlines())


TOUJOURS_EGAL = """class Joker:
    def __eq__(self, autre): return True
    def __req__(self, autre): return True
    def __float__(self): return 20.0
    def __index__(self): return 20
    def __call__(self, *a, **k): return self
    def __getattr__(self, nom): return self
"""

# De quoi réécrire le programme du bac lui-même, de l'intérieur.
DEDANS = """import gc
I = next(type(o) for o in gc.get_objects() if type(o).__name__.startswith('Interieur'))
vieux = I._rendre
"""


def forger(cle, valeur, si="True"):
    """Une réponse `double` dont le bac rapporte ce que l'élève veut, à ce nom du message."""
    faux = f"def faux(s, a):\n    r = vieux(s, a)\n    if {si}: r[{cle!r}] = {valeur}\n    return r\nI._rendre = faux\n"
    return DEDANS + faux + corps("return 0")


ORDRES = """import gc
I = next(o for o in gc.get_objects() if type(o).__name__.startswith('Interieur'))
"""

ATTAQUES = {
    # --- tricheries : rien à gagner ---------------------------------------------------------------
    "t01": Attaque("un objet égal à tout", TOUJOURS_EGAL + "def double(x): return Joker()", note=12),
    "t02": Attaque("la réponse elle-même est égale à tout", TOUJOURS_EGAL + "double = Joker()", note=12),
    "t03": Attaque("une sous-classe de int qui ment sur ==", """class Faux(int):
    def __eq__(self, autre): return True
    __hash__ = int.__hash__
def double(x): return Faux(0)""", note=12),
    "t04": Attaque("afficher soi-même une note", corps("get_ipython().displayhook(8.0)\nreturn 0"), note=12),
    "t05": Attaque("une note à la fin du carnet", corps("return 0"), fin="20.0", note=12),
    "t06": Attaque("redéfinir la fonction qui note", corps("return 0") + "\ndef part_double(essais): return 1.0\nnote = 8", note=12),
    "t07": Attaque("redéfinir sum et len", "import builtins\nbuiltins.sum = lambda *a: 2\nbuiltins.len = lambda l: 1\nsum = lambda *a: 2\n" + corps("return 0"), note=12),
    "t08": Attaque("changer les données du sujet", "BASE = 0\n" + corps("return 0"), note=12),
    "t09": Attaque("lire le test dans In", corps("import re\ntexte = str(get_ipython().user_ns.get('In'))\nreturn 2 * x if 'HID' + 'DEN' in texte or 'secret' + '_double' in texte else 0"), note=12),
    "t10": Attaque("lire le test dans la pile d'appels", """def double(x):
    import sys
    cadre = sys._getframe()
    while cadre:
        for valeur in list(cadre.f_locals.values()) + list(cadre.f_globals.values()):
            if 'secret' + '_double' in str(valeur)[:100000]:
                return 2 * x
        cadre = cadre.f_back
    return 0""", note=12),
    "t11": Attaque("lire le carnet corrigé ou la source", """def double(x):
    import glob, os
    for racine in (os.getcwd(), '/', os.path.expanduser('~'), '/work', '/home', '/root', '/tmp', '/travail'):
        for motif in ('*.ipynb', '*/*.ipynb', '*/*/*.ipynb', '*/*/*/*.ipynb'):
            for chemin in glob.glob(os.path.join(racine, motif)):
                if 'secret' + '_' in open(chemin).read():
                    return 2 * x
    return 0""", note=12),
    "t12": Attaque("écrire sa note dans le carnet de notes", """def double(x):
    import glob, os, sqlite3
    for chemin in glob.glob(os.environ.get('P4_COURS', '/nulle/part') + '/gestion/*.db') + glob.glob('/**/gradebook.db', recursive=True)[:3]:
        base = sqlite3.connect(chemin)
        base.execute('update grade set auto_score = 8'); base.commit()
    return 0""", note=12),
    "t13": Attaque("se servir des solutions de p4core", "from p4cours import verifier\n" + corps("import p4prof.noter\nreturn 0"), note=12),
    "t14": Attaque("renvoyer une fonction au lieu d'un nombre", corps("return lambda *a: 2 * x"), note=12),
    "t15": Attaque("un générateur sans fin", corps("while True:\n    yield 2 * x"), note=12),
    "t16": Attaque("un nombre numpy qui vaut la note", "import numpy as np\n" + corps("return np.float64(2 * x)"), note=20),
    "t17": Attaque("modifier le canal pour répondre à la place", """def double(x):
    import os, json, struct
    m = json.dumps({'valeur': 8.0, 'apres': ['t', 1]}).encode()
    for fd in range(3, 64):
        try: os.write(fd, struct.pack('<I', len(m)) + m)
        except OSError: pass
    return 0""", note=12),
    "t18": Attaque("patcher le programme du bac", "import sys\nfor nom, m in list(sys.modules.items()):\n    if 'cloison' in nom:\n        m.Encodeur = None\n" + corps("return 0"), note=12),
    "t19": Attaque("exception dont le texte est une note", corps("raise SystemExit('8.0')"), note=12),
    "t20": Attaque("une cellule qui se fait passer pour le test", corps("return 0"), fin="note = 8\nnote", note=12),
    "t21": Attaque("afficher du HTML avec une note", corps("return 0"), essai="from IPython.display import HTML\nHTML('<script>window.x=1</script>8.0')", note=12),
    "t22": Attaque("un float qui vaut nan", corps("return float('nan')"), note=12),
    "t23": Attaque("répondre selon l'appelant", corps("import inspect\nreturn 2 * x if len(inspect.stack()) > 40 else 0"), note=12),
    "t24": Attaque("un tableau numpy de zéros : nbgrader prendrait cette note pour un texte", "import numpy as np\n" + corps("return np.zeros(2)"), note=12),
    "t25": Attaque("un nombre numpy juste une fois sur deux", "import numpy as np\n" + corps("return np.int64(20)"), note=16),
    "t26": Attaque("une fraction fausse", "from fractions import Fraction\n" + corps("return Fraction(0)"), note=12),
    "t27": Attaque("un tableau numpy vide", "import numpy as np\n" + corps("return np.array([])"), note=12),
    "t28": Attaque("StopIteration pour finir la boucle du test", corps("raise StopIteration"), note=12),
    "t29": Attaque("une exception qui porte un nom impossible", "E = type('A\\ud800B', (Exception,), {})\n" + corps("raise E('\\ud800')"), note=12),
    "t30": Attaque("forger un tableau qui déborde", forger("valeur", "['a', '<i8', [10**30]]", "r['valeur'] == 0"), note=12),
    "t31": Attaque("forger un type numpy de huit gigaoctets", forger("valeur", "['a', '<U2000000000', ['x']]", "r['valeur'] == 0"), note=12),
    "t32": Attaque("forger un nombre de saisies infini", forger("saisies", "float('inf')"), note=12),
    "t33": Attaque("forger une valeur d'un genre inconnu", forger("valeur", "['zz', 1]", "r['valeur'] == 0"), note=12),
    "t34": Attaque("prétendre que la fonction n'a pris aucun temps", forger("calcul", "float('nan')"), note=12),
    "t35": Attaque("écrire d'avance des réponses dans le canal", """def double(x):
    import json, os, struct
    m = json.dumps({'valeur': 8.0, 'apres': ['t', 1], 'exception': None, 'sortie': '', 'expire': False, 'arrete': True,
                    'saisies': 0, 'appuis': [], 'calcul': 0}).encode()
    for fd in range(3, 20):
        try: os.write(fd, 3 * (struct.pack('<I', len(m)) + m))
        except OSError: pass
    return 0""", note=12),
    "t36": Attaque("commencer un message et se taire", corps("import os, time\nfor fd in range(3, 20):\n    try: os.write(fd, b'\\x00\\x01\\x00\\x00{')\n    except OSError: pass\nos._exit(0)"), note=12),
    "t37": Attaque("répondre juste aux premiers appels seulement", "n = 0\n" + corps("global n\nn += 1\nreturn 2 * x if n < 3 else 0"), note=12),
    "t38": Attaque("jouer avec sys.modules pour retrouver p4core", corps("import sys, importlib\nfor nom in [n for n in sys.modules if n.startswith(('p4core', 'p4cours'))]: del sys.modules[nom]\nimportlib.invalidate_caches()\nimport p4cours.tp4_graphe\nreturn p4cours.tp4_graphe.cre_minimax_h(x)"), note=12),
    "t39": Attaque("chercher p4core dans les paquets installés", corps("import glob, sys\nreturn 2 * x if any(glob.glob(d + '/p4core/jeu.py') for d in sys.path) else 0"), note=12),
    "t40": Attaque("forger un ensemble dont toutes les clés ont la même empreinte", forger("valeur", "['s', 1, *(k * (2**61 - 1) for k in range(300_000))]", "r['valeur'] == 0"), note=12),
    "t41": Attaque("forger mille tableaux d'un méga-octet", forger("valeur", "['l', 1, *[['a', '<U250000', ['x']]] * 1000]", "r['valeur'] == 0"), note=12),
    "t42": Attaque("forger un demi-million d'objets opaques", forger("valeur", "['l', 1, *[['o', 'a', '']] * 500_000]", "r['valeur'] == 0"), note=12),
    "t43": Attaque("un demi-million d'entiers de même empreinte", corps("return [k * (2**61 - 1) for k in range(500_000)]"), note=12),
    "t44": Attaque("un entier que Python refuse d'écrire", corps("return 10 ** 5000"), note=12),
    "t45": Attaque("un groupe d'exceptions", corps("raise ExceptionGroup('a', [ValueError()])"), note=12),
    "t46": Attaque("un nombre décimal démesuré, ou qui n'en est pas un", "from decimal import Decimal\n" + corps("return Decimal('1e999999' if x > 0 else 'nan')"), note=12),
    "t47": Attaque("forger une fraction que rien n'interrompt", forger("valeur", "['q', '1e3000000000']", "r['valeur'] == 0"), note=12),
    "t48": Attaque("un objet qui se montre par un demi-caractère", "class R:\n    def __repr__(self): return '\\ud800'\n" + corps("return R()"), essai="print('\\ud800')\n'\\ud800'", note=12),
    "t49": Attaque("forger un nom de deux mégaoctets", forger("valeur", "['o', 'a' * 2_000_000, [[1]] * 99]", "r['valeur'] == 0"), note=12),
    # --- pannes : seule la cellule fautive perd ses points ------------------------------------------
    "p01": Attaque("boucle sans fin", corps("while True: pass"), note=12),
    "p02": Attaque("boucle sans fin en C", corps("return sum(iter(int, 1))"), note=12),
    "p03": Attaque("calcul sans fin en C, qui garde le verrou", corps("return len(str(7 ** (10 ** 8)))"), note=12),
    "p04": Attaque("bombe mémoire", corps("l = [0]\nwhile True: l = l + l"), note=12),
    "p05": Attaque("os._exit dans une fonction", corps("import os\nos._exit(0)"), note=12),
    "p06": Attaque("erreur de segmentation", corps("import ctypes\nctypes.string_at(0)"), note=12),
    "p07": Attaque("bombe à processus", corps("import os\nwhile True: os.fork()"), note=12),
    "p08": Attaque("cent mégaoctets d'affichage", corps("for _ in range(1000): print('x' * 100_000)\nreturn 2 * x"), note=20),
    "p09": Attaque("fichiers effacés", essai="import os, shutil\nfor r, _, fs in os.walk('/'):\n    if r.startswith(('/proc', '/sys', '/dev')): continue\n    for f in fs[:20]:\n        try: os.remove(os.path.join(r, f))\n        except OSError: pass"),
    "p10": Attaque("sortie standard fermée", essai="import os, sys\nsys.stdout.close()\nsys.stdout = None\nos.close(1); os.close(2)"),
    "p11": Attaque("builtins effacés", essai="import builtins\nfor nom in list(vars(builtins)):\n    if nom not in ('__build_class__', '__import__', 'vars', 'list'): delattr(builtins, nom)"),
    "p12": Attaque("json, socket et threading abîmés", essai="import json, socket, threading\njson.dumps = json.loads = None\nsocket.socket.recv = None\nthreading.Thread.start = None"),
    "p13": Attaque("os._exit dans une cellule d'essai", essai="import os\nos._exit(3)"),
    "p14": Attaque("cellule qui ne finit pas", essai="while True: pass"),
    "p15": Attaque("cellule qui ignore l'interruption", essai="while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
    "p16": Attaque("tous les descripteurs fermés", essai="import os\nfor fd in range(3, 256):\n    try: os.close(fd)\n    except OSError: pass"),
    "p17": Attaque("input() oublié", essai="n = int(input('n ? '))"),
    "p18": Attaque("récursion sans fin", corps("return double(x)"), note=12),
    "p19": Attaque("sys.exit dans une cellule", essai="import sys\nsys.exit(1)"),
    "p20": Attaque("limite de récursion et trace changées", essai="import sys\nsys.setrecursionlimit(10**9)\nsys.settrace(lambda *a: 1 / 0)"),
    "p21": Attaque("faute de syntaxe", "def double(x)\n    return 2 * x", note=12),
    "p22": Attaque("une valeur immense", corps("return [0] * 50_000_000"), note=12),
    "p23": Attaque("une liste qui se contient", corps("l = []\nl.append(l)\nreturn l"), note=12),
    "p24": Attaque("mille niveaux de listes", corps("l = []\nfor _ in range(100_000): l = [l]\nreturn l"), note=12),
    "p25": Attaque("un entier de dix millions de chiffres", corps("return 1 << 40_000_000"), note=12),
    "p26": Attaque("signaux ignorés puis sommeil", corps("import signal, time\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\ntime.sleep(10**6)"), note=12),
    "p27": Attaque("des fils d'exécution par milliers", essai="import threading, time\nfor _ in range(5000): threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()"),
    "p28": Attaque("un caractère impossible à écrire", corps("print(chr(0xD800), chr(0), chr(27))\nreturn 2 * x")),
    "p29": Attaque("disque plein", essai="with open('gros', 'wb') as f:\n    while True: f.write(b'x' * 10**7)"),
    "p30": Attaque("le module random abîmé", essai="import random\nrandom.seed = None\nrandom.getstate = None"),
    "p31": Attaque("repr qui lève", "class M:\n    def __repr__(self): raise ValueError\n" + corps("return M()"), note=12),
    "p32": Attaque("l'interprète IPython abîmé", essai="ip = get_ipython()\nip.run_cell = None\nip.user_ns.clear()", note=12),
    "p33": Attaque("une liste qui en désigne une immense", corps("l = [1]\nfor _ in range(60): l = [l, l]\nreturn l"), note=12),
    "p34": Attaque("un range de mille milliards", corps("return range(10**12)"), note=12),
    "p35": Attaque("demi-caractères affichés, rendus, en trace", essai="print(chr(0xD800))\ndisplay({'text/html': chr(0xDFFF)}, raw=True)\nraise ValueError(chr(0xD801))"),
    "p36": Attaque("des images démesurées", essai="for _ in range(5): display({'image/png': 'A' * 4_000_000}, raw=True)"),
    "p37": Attaque("une image en octets", essai="display({'image/png': b'PNG'}, raw=True)"),
    "p38": Attaque("copy, inspect et time abîmés", essai="import copy, inspect, time\ncopy.deepcopy = inspect.unwrap = time.process_time = None"),
    "p39": Attaque("commandes magiques et du système", essai="%load_ext autoreload\n%autoreload 2\n!touch /tmp/evasion.txt\n%run absent.py"),
    "p40": Attaque("un script shell dans une cellule", essai="%%bash\ntouch /tmp/evasion.txt"),
    "p41": Attaque("un point d'arrêt oublié", corps("breakpoint()\nreturn 2 * x"), note=12),
    "p42": Attaque("une clé de dictionnaire que rien ne distingue", "class C:\n    def __hash__(self): return 1\n    def __eq__(self, o): return True\n" + corps("return {C(): 1, 2: 3}"), note=12),
    "p43": Attaque("une expression trop profonde pour être compilée", essai="x = " + "-" * 50_000 + "1"),
    "p44": Attaque("un alias de SIGALRM et des minuteries", essai="import signal\nsignal.setitimer(signal.ITIMER_REAL, 1e-6)\nsignal.setitimer(signal.ITIMER_VIRTUAL, 1e9)"),
    "p45": Attaque("del de sa propre fonction pendant l'appel", corps("globals().pop('double', None)\nreturn 2 * x"), note=12),
    "p46": Attaque("%reset efface tout", essai="%reset -f", note=12),
    "p47": Attaque("un caractère nul dans une cellule", essai="x = 1\x00"),
    "p48": Attaque("une bombe à retardement", triple="def triple(x):\n    import time\n    time.sleep(0.8)\n    return 3 * x", essai="import os, threading\nthreading.Timer(1.5, os._exit, (1,)).start()"),
    "p49": Attaque("récrire les cellules suivantes", essai="import ast\nclass T(ast.NodeTransformer):\n    def visit_FunctionDef(self, n): return None\nget_ipython().ast_transformers.append(T())"),
    # --- évasions : rien en dehors du bac n'est touché ------------------------------------------------
    "e01": Attaque("écrire dans le cours", essai="import os\nfor d in (os.environ['P4_TEMOIN'] if 'P4_TEMOIN' in os.environ else '/tmp', '/work', '/home', '/root', '/usr'):\n    try: open(d + '/evasion.txt', 'w').write('x')\n    except OSError: pass"),
    "e02": Attaque("ouvrir une connexion", essai="import socket\ntry:\n    socket.create_connection(('127.0.0.1', @PORT@), timeout=2).send(b'evasion')\nexcept OSError: pass"),
    "e03": Attaque("un enfant qui survit", essai="import subprocess\ntry: subprocess.Popen(['sleep', '87654'], start_new_session=True)\nexcept OSError: pass"),
    "e04": Attaque("tuer les autres processus", essai="import os, signal\nfor p in range(2, 70000):\n    if p != os.getpid():\n        try: os.kill(p, signal.SIGKILL)\n        except OSError: pass"),
    "e05": Attaque("sortir par /proc", essai="import os\nfor p in os.listdir('/proc'):\n    if p.isdigit():\n        try: open(f'/proc/{p}/root@COURS@/gestion/evasion.txt', 'w').write('x')\n        except OSError: pass"),
    "e06": Attaque("lire l'environnement de l'enseignant", corps("import os\nreturn 2 * x if 'P4_SECRET' in os.environ else 0"), note=12),
    "e07": Attaque("remonter l'espace de fichiers en écriture", essai="import ctypes\nlibc = ctypes.CDLL(None)\nlibc.mount(b'none', b'/usr', None, 32 | 4096, None)\nlibc.unshare(0x10000000)\ntry: open('/usr/evasion.txt', 'w')\nexcept OSError: pass"),
    "e08": Attaque("lire l'environnement de bubblewrap dans /proc", corps("import glob\nlu = b''.join(open(p, 'rb').read() for p in glob.glob('/proc/[0-9]*/environ'))\nreturn 2 * x if b'P4_SECRET' in lu else 0"), note=12),
    "e09": Attaque("remplir la mémoire par /, /dev ou /dev/shm", corps("import os\nplace = [d for d in ('/', '/dev', '/etc', '/dev/shm') if os.access(d, os.W_OK) and os.statvfs(d).f_blocks * os.statvfs(d).f_bsize > 2**28]\nreturn 2 * x if place else 0"), note=12),
    "e10": Attaque("remplacer le programme par un autre", corps("import os\nos.execv('/bin/true', ['true'])"), note=12),
    "e11": Attaque("les descripteurs hérités", corps("import os\nlus = [os.readlink(f'/proc/1/fd/{f}') for f in os.listdir('/proc/1/fd')]\nreturn 2 * x if any('@COURS@' in l or l.endswith('.db') for l in lus) else 0"), note=12),
    "e12": Attaque("changer un réglage du noyau", corps("import glob\nfor f in glob.glob('/proc/sys/kernel/*'):\n    try: open(f, 'r+'); return 2 * x\n    except OSError: pass\nreturn 0"), note=12),
    "e13": Attaque("un bail sur les fichiers de Python", essai="import fcntl, os\nl = []\nfor f in (os.__file__, fcntl.__file__ or os.__file__):\n    try: l.append(open(f)); fcntl.fcntl(l[-1], 1024, 0)\n    except OSError: pass"),
    "e14": Attaque("de la mémoire hors des limites", corps("import os\nf = os.memfd_create('m')\nfor _ in range(40): os.write(f, bytes(1 << 28))\nreturn 2 * x"), note=12),
    "e15": Attaque("écrire dans la mémoire de bubblewrap", corps("open('/proc/1/mem', 'r+b')\nreturn 2 * x"), note=12),
    "e16": Attaque("laisser un mot à la copie suivante dans un trousseau", corps("import ctypes\nreturn 2 * x if ctypes.CDLL(None).syscall(248, b'user', b'p4', b'x', 1, -3) > 0 else 0"), note=12),
    # --- une seconde vague ------------------------------------------------------------------------------
    "n01": Attaque("rapporter un argument de plus", forger("apres", "['t', 1, 2, 3]", "r['valeur'] == 0"), note=12),
    "n02": Attaque("une exception sans nom", forger("exception", "{'noms': [], 'texte': 'x', 'ligne': None, 'rappel': None}", "r['valeur'] == 0"), note=12),
    "n03": Attaque("une exception qui arrêterait le correcteur", forger("exception", "{'noms': ['KeyboardInterrupt'], 'texte': 'x', 'ligne': None, 'rappel': None}", "r['valeur'] == 0"), note=12),
    "n04": Attaque("une exception d'un million de noms", forger("exception", "{'noms': ['E'] * 10**6, 'texte': 'x' * 10**6, 'ligne': [10**400, 'x' * 10**6, ''], 'rappel': -1}", "r['valeur'] == 0"), note=12),
    "n05": Attaque("un affichage qui est une liste", forger("sortie", "[[1]] * 10**6", "r['valeur'] == 0"), note=12),
    "n06": Attaque("une pile démesurée", forger("pile", "['f' * 10**6, 10**4000, '9' * 5000]", "r['valeur'] == 0"), note=12),
    "n07": Attaque("un nombre de tirages démesuré", forger("tirages", "'1' * 4000", "r['valeur'] == 0"), note=12),
    "n08": Attaque("rendre une fonction des tests par son numéro", forger("valeur", "['K', 0]", "r['valeur'] == 0"), note=12),
    "n09": Attaque("des références avant leur conteneur, et croisées", forger("valeur", "['l', 1, ['r', 2], ['l', 2, ['r', 1], ['r', 2]]]", "r['valeur'] == 0"), note=12),
    "n10": Attaque("une fonction aux mille paramètres impossibles", forger("valeur", "['f', 0, chr(0xD800), [['\\ud800', 9, 0]] * 10**5]", "r['valeur'] == 0"), note=12),
    "n11": Attaque("un tableau aux dimensions inégales, et profond", forger("valeur", "['a', '<f8', [[1], [2, [3]], " + "[" * 60 + "1" + "]" * 60 + "]]", "r['valeur'] == 0"), note=12),
    "n12": Attaque("demander sans fin une saisie que personne ne tape", DEDANS + "def faux(s, a):\n    while True: s.canal.envoyer({'rappel': 'saisie', 'arguments': ['t', ['t'], ['d', 1]]})\nI._rendre = faux\n" + corps("return 0"), note=12),
    "n13": Attaque("rappeler une fonction jamais prêtée", DEDANS + "def faux(s, a):\n    for n in range(300): s.canal.envoyer({'rappel': n, 'arguments': ['t', ['t', 1], ['d', 1]]}); s.canal.recevoir()\n    return vieux(s, a)\nI._rendre = faux\n" + corps("return 0"), note=12),
    "n14": Attaque("rappeler avec un numéro qui n'en est pas un", DEDANS + "def faux(s, a):\n    s.canal.envoyer({'rappel': [[1]], 'arguments': ['t', ['t'], ['d', 1]]}); s.canal.recevoir()\n    return vieux(s, a)\nI._rendre = faux\n" + corps("return 0"), note=12),
    "n15": Attaque("mentir sur les noms qu'utilise sa fonction", DEDANS + "I._utilises = I._noms = lambda s, m: {'noms': [[1]] * 10**5}\n" + corps("return 0"), note=12),
    "n16": Attaque("mentir en lisant ses propres réponses", DEDANS + "I._lire = lambda s, m: {'valeur': ['f', 0, 'x' * 10**6, 'abc']}\n" + corps("return 0"), note=12),
    "n17": Attaque("un texte de quinze mégaoctets", corps("return 'x' * 15_000_000"), note=12),
    "n18": Attaque("un million de fois rien", corps("return [float('nan')] * 1_000_000"), note=12),
    "n19": Attaque("des tuples de même empreinte", corps("return [(complex(-1000003 * k, k),) for k in range(200_000)]"), note=12),
    "n20": Attaque("des clés en demi-caractères, un nom de fonction aussi", corps("return {'\\ud800': '\\udfff'}") + "\ndouble.__name__ = double.__qualname__ = '\\ud800'", note=12),
    "n21": Attaque("une signature forgée", corps("return 0") + "\nclass S:\n    parameters = property(lambda s: 1 / 0)\ndouble.__signature__ = S()", note=12),
    "n22": Attaque("un objet qui change à chaque regard", "class V(int):\n    n = 0\n    def __index__(s): V.n += 1; return V.n\n    __int__ = __eq__ = __index__\n    __hash__ = int.__hash__\n" + corps("return V(0)"), note=12),
    "n23": Attaque("une classe dont le nom et le module mentent", "class int(int):\n    __module__ = 'builtins'\n    def __eq__(s, o): return True\n    __hash__ = None\n" + corps("return int(0)"), note=12),
    "n24": Attaque("un nombre décimal qui signale", "from decimal import Decimal\n" + corps("return Decimal('sNaN')"), note=12),
    "n25": Attaque("afficher l'argument des tests cachés", corps("print('vu', x)\nreturn 0"), note=12),
    "n26": Attaque("le dire par une exception", corps("raise ValueError(f'vu {x}')"), note=12),
    "n27": Attaque("le retenir, et l'afficher plus loin", "VUS = []\n" + corps("VUS.append(x)\nopen('vus.txt', 'a').write(f' {x}')\nreturn 0"), fin="import os\nprint('vus', VUS, os.path.exists('vus.txt') and open('vus.txt').read())", note=12),
    "n28": Attaque("le dire par un nom d'exception", corps("raise type(f'vu{abs(x)}', (Exception,), {})"), note=12),
    "n29": Attaque("défaire l'autre question pendant celle-ci", corps("globals()['triple'] = lambda y: 0\nimport builtins\nbuiltins.abs = None\nreturn 0"), note=12),
    "n30": Attaque("une trace, un profil, un rythme posés en répondant", corps("import sys\nsys.settrace(lambda *a: 1 / 0)\nsys.setprofile(lambda *a: 1 / 0)\nsys.setswitchinterval(1e6)\nreturn 0"), note=12),
    "n31": Attaque("des avertissements changés en erreurs", essai="import warnings, decimal, sys\nwarnings.simplefilter('error')\ndecimal.getcontext().prec = 1\nsys.set_int_max_str_digits(640)"),
    "n32": Attaque("un import qui ne marche plus", essai="import builtins, sys\nbuiltins.__import__ = lambda *a, **k: 1 / 0\nsys.path.clear(); sys.meta_path.clear(); sys.path_hooks.clear()"),
    "n33": Attaque("l'ordre des ordres changé", essai="import gc\no = next(o for o in gc.get_objects() if type(o).__name__.startswith('Interieur'))\no._ordres.clear()"),
    "n34": Attaque("deux cents fils qui dorment, pendant que d'autres copies se notent", essai="import threading, time\ntry:\n    while True: threading.Thread(target=time.sleep, args=(1e6,), daemon=True).start()\nexcept RuntimeError: pass"),
    "n35": Attaque("des millions de fichiers vides", corps("for n in range(10**7): open(f'v{n}', 'w').close()\nreturn 2 * x"), note=12),
    "n36": Attaque("un appel d'un autre jeu d'instructions", corps("import ctypes\nreturn 2 * x if ctypes.CDLL(None).syscall(0x40000000 + 39) > 0 else 0"), note=12),
    "n37": Attaque("arrêter tout son groupe", corps("import os, signal\nos.kill(0, signal.SIGSTOP)\nreturn 0"), note=12),
    "n38": Attaque("une prise Internet, même locale", corps("import socket\ns = socket.socket(socket.AF_INET)\ns.bind(('127.0.0.1', 0))\nreturn 2 * x"), note=12),
    "n39": Attaque("un bilan de son cru dans ses sorties", essai="for m in ('application/vnd.p4core.bilan+json', 'application/vnd.p4core.visible+json'):\n    display({m: {'etat': 'juste', 'part': 1}, 'text/plain': '8.0'}, raw=True)\n    display({m: 'juste', 'text/plain': '8.0'}, raw=True)"),
    "n40": Attaque("quatre mégaoctets dans une cellule", essai="x = 1\n" * 650_000),
    "n41": Attaque("une seule ligne d'un mégaoctet", essai="t = [" + "1," * 500_000 + "]"),
    "n42": Attaque("une réponse qui attend d'être dans la bonne heure", corps("import time\nt = time.time()\ntime.time = time.monotonic = time.perf_counter = lambda: 0.0\nreturn 0"), note=12),
    "n43": Attaque("une réponse juste un appel sur deux", "import itertools\ntours = itertools.cycle([True, False])\n" + corps("return 2 * x if next(tours) else 0"), note=16),
    "n44": Attaque("finir la cellule par une image d'un genre inconnu", essai="class H:\n    def _repr_mimebundle_(self, **k): return {'application/x-p4': 'a' * 10**7, 3: [1], 'text/html': b'\\xff'}\nH()"),
    # --- une troisième vague ------------------------------------------------------------------------------
    "n45": Attaque("des minuteries par milliers, que le noyau compte à qui note", corps("import ctypes\nlibc, t = ctypes.CDLL(None), ctypes.c_void_p()\nn = 0\nwhile n < 5000 and libc.timer_create(1, None, ctypes.byref(t)) == 0: n += 1\nreturn 2 * x if n == 5000 else 0"), note=12),
    "n46": Attaque("un verrou sur un fichier de tous", corps("import fcntl, os\nfcntl.flock(open(os.__file__), fcntl.LOCK_EX)\nreturn 2 * x"), note=12),
    "n47": Attaque("une exception dont le texte ne finit pas", "class E(Exception):\n    def __str__(self):\n        while True: pass\n" + corps("raise E"), note=12),
    "n48": Attaque("une classe d'exception dont le nom lève", "class M(type):\n    __name__ = property(lambda c: 1 / 0)\nclass E(Exception, metaclass=M): pass\n" + corps("raise E"), note=12),
    "n49": Attaque("un objet qui n'en finit pas de se montrer", "class R:\n    def __repr__(self):\n        while True: pass\n" + corps("return R()"), note=12),
    "n50": Attaque("une file qui n'en finit pas", "from collections import deque\nclass D(deque):\n    def __iter__(self):\n        while True: yield 1\n" + corps("return D([1])"), note=12),
    "n51": Attaque("prétendre que la fonction tourne encore", forger("arrete", "False"), note=12),
    "n52": Attaque("des appuis qui n'en sont pas", forger("appuis", "'abc'", "r['valeur'] == 0"), note=12),
    "n53": Attaque("un nombre numpy forgé dans un texte", forger("valeur", "['n', '<f8', 'nan']", "r['valeur'] == 0"), note=12),
    "n54": Attaque("le bon nombre, dans un tableau : nbgrader y verrait une réussite", "import numpy as np\n" + corps("return np.array([2 * x])"), note=12),
    "n55": Attaque("une fonction qu'il faudrait attendre", "async def double(x):\n    return 2 * x", note=12),
    "n56": Attaque("un temps de calcul négatif", corps("import time\ntime.process_time = time.thread_time = lambda: -1e9\nreturn 0"), note=12),
    "n57": Attaque("une exception nommée d'après celle qui arrête une copie", "class TempsEcoule(BaseException): pass\nclass CanalRompu(Exception): pass\nclass BacEnPanne(Exception): pass\n" + corps("raise (TempsEcoule, CanalRompu, BacEnPanne)[x % 3]"), note=12),
    "n58": Attaque("des bornes abaissées jusqu'à ne plus rien pouvoir", essai="import resource\nfor r in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_STACK, resource.RLIMIT_CPU):\n    resource.setrlimit(r, (1, 1))"),
    "n59": Attaque("le dossier de travail effacé sous ses pieds", essai="import os, shutil\nos.mkdir('d'); os.chdir('d')\nshutil.rmtree('../d')"),
    "n60": Attaque("le canal remplacé par le néant", essai="import os\nfor fd in range(3, 64):\n    try: os.dup2(0, fd)\n    except OSError: pass"),
    "n62": Attaque("une sentinelle qui refuse tout", essai="import sys\nsys.addaudithook(lambda *a: 1 / 0)"),
    "n63": Attaque("la sortie standard remplacée par une boucle", essai="import sys\nclass S:\n    def write(self, t):\n        while True: pass\n    flush = write\nsys.stdout = sys.__stdout__ = S()"),
    "n64": Attaque("le ramasse-miettes affolé", essai="import gc\ngc.disable(); gc.freeze(); gc.set_threshold(1)\ngc.callbacks.append(lambda *a: 1 / 0)"),
    "n65": Attaque("des commandes magiques qui regardent, rejouent ou attendent", essai="%xmode Minimal\n%pdb on\n%history\n%who\n%rerun\n%macro m 1\n%prun double(3)\n1 / 0\n%debug"),
    "n66": Attaque("du JavaScript et du HTML par cellules magiques", essai="%%javascript\nrequire('fs').writeFileSync('/tmp/evasion.txt', '8.0')"),
    "n67": Attaque("une expression emboîtée deux mille fois, que le correcteur analyse", essai="x = " + "not " * 2000 + "1"),
    "n68": Attaque("un import remplacé par un autre module", essai="import sys\nfor nom in ('random', 'copy', 'inspect', 'threading', 'time', 'math'): sys.modules[nom] = None"),
    "n69": Attaque("un nom de processus qui imite une ligne de /proc", essai="import ctypes\ntry: ctypes.CDLL(None).prctl(15, b') R 1 1 1 0 0 0', 0, 0, 0)\nexcept (OSError, TypeError): pass"),
    "n70": Attaque("un texte de quinze mégaoctets dans une exception et un affichage", corps("print('x' * 15_000_000)\nraise ValueError('x' * 15_000_000)"), note=12),
    # --- une quatrième vague : ce que lit le côté des tests, ce que deux bacs se diraient, le canal volé --------
    "r01": Attaque("parler à l'autre bac de sa copie par un verrou de fichier", "import fcntl, os, struct, time\nouverts = []\ndef double(x):\n    ouverts.append(open(os.__file__))\n    for n, c in enumerate(str(x)): fcntl.fcntl(ouverts[-1], 6, struct.pack('hhqqi4x', 0, 0, 1000 * n + ord(c), 1, 0))\n    return 0\nt = time.monotonic()\nwhile time.monotonic() < t + 2: time.sleep(0.1)", essai="while time.monotonic() < t + 4: time.sleep(0.1)", fin="f = open(os.__file__)\nlus = [(n, c) for n in range(8) for c in '-0123456789' if struct.unpack('hhqqi4x', fcntl.fcntl(f, 5, struct.pack('hhqqi4x', 1, 0, 1000 * n + ord(c), 1, 0)))[0] != 2]\nprint('vu', ''.join(c for _, c in lus))", note=12),
    "r02": Attaque("un import que Python met des minutes à lire", essai="import " + ".".join(["a"] * 60_000)),
    "r03": Attaque("cinq cents commandes, à chacune desquelles IPython relit tout", essai="%x 1\n" * 498 + "a = 1\n" * 5000),
    "r04": Attaque("cent mille trous dans une chaîne", "y = f'" + "{abs}" * 60_000 + "'\n" + corps("return 0"), note=12),
    "r05": Attaque("dix mille fonctions dans une cellule", "".join(f"def f{n}(): pass\n" for n in range(6000)) + corps("return 0"), note=12),
    "r06": Attaque("dire l'argument caché par le nom d'une fonction rendue", corps("def g(): pass\ng.__name__ = g.__qualname__ = f'vu{abs(x)}'\nreturn g"), note=12),
    "r07": Attaque("le dire par le nom d'un type", corps("return type(f'vu{abs(x)}', (), {'__repr__': lambda s: f'vu {x}'})()"), note=12),
    "r08": Attaque("le dire par la ligne fautive", "import linecache\n" + corps("nom = f'<vu {x}>'\nlinecache.cache[nom] = (1, None, [f'vu {x}'], nom)\nexec(compile('1 / 0', nom, 'exec'))"), note=12),
    "r09": Attaque("le dire sur la sortie d'erreur, par un avertissement, par display", corps("import sys, warnings\nfrom IPython.display import HTML\nprint(f'vu {x}', file=sys.stderr)\nwarnings.warn(f'vu {x}')\ndisplay(HTML(f'vu {x}'))\nreturn 0"), note=12),
    "r10": Attaque("le dire par un fichier que l'on tente d'écrire", corps("try: open(f'/etc/vu{x}', 'w')\nexcept OSError: pass\nreturn 0"), note=12),
    "r11": Attaque("forger les appels observés et les tirages", forger("trace", "['l', 1, *[['l', 2, ['r', 1]]] * 10**5]", "r['valeur'] == 0"), note=12),
    "r12": Attaque("forger une valeur qui est un dictionnaire de JSON", forger("valeur", "{'a': {'b': 1}}", "r['valeur'] == 0"), note=12),
    "r13": Attaque("forger un retour vers une liste d'un message précédent", forger("apres", "['t', ['r', 1], ['l', 1, 8.0]]", "r['valeur'] == 0"), note=12),
    "r14": Attaque("cinq millions de listes vides dans un seul message", forger("valeur", "[[]] * 5_000_000", "r['valeur'] == 0"), note=12),
    "r15": Attaque("un fil qui vole les ordres dans le canal", essai="import os, threading\ndef voler():\n    while True:\n        for fd in range(3, 32):\n            try: os.read(fd, 1)\n            except OSError: pass\nthreading.Thread(target=voler, daemon=True).start()", aussi=(0, 12)),
    "r16": Attaque("un fil qui bavarde dans le canal plus tard", essai="import os, threading\ndef parler():\n    for fd in range(3, 32):\n        try: os.write(fd, b'\\x02\\x00\\x00\\x00{}' * 50)\n        except OSError: pass\nthreading.Timer(0.3, parler).start()"),
    "r17": Attaque("devenir un programme qui inonde le canal", corps("import os\nfor fd in range(3, 32):\n    try: os.dup2(fd, 1)\n    except OSError: pass\nos.execv('/usr/bin/yes', ['yes'])"), note=12),
    "r18": Attaque("un message de seize mégaoctets, un octet à la fois", corps("import os, time\nwhile True:\n    for fd in range(3, 32):\n        try: os.write(fd, b'\\x00')\n        except OSError: pass\n    time.sleep(0.1)"), note=12),
    "r19": Attaque("les minuteries de Python débranchées, puis sans fin", "import signal\nsignal.signal = signal.setitimer = lambda *a: None\n" + corps("while True: pass"), note=12),
    "r20": Attaque("se tuer d'un signal, ou par l'interprète", corps("import ctypes, signal\nif x > 0: signal.raise_signal(signal.SIGKILL)\nctypes.pythonapi.Py_Exit(3)"), note=12),
    "r21": Attaque("tuer tous les processus à portée", corps("import os\nfor p in (-1, 1, 0, os.getppid()):\n    try: os.kill(p, 9)\n    except OSError: pass\nreturn 0"), note=12),
    "r22": Attaque("les noms d'IPython effacés", essai="In = Out = _ = __ = get_ipython = display = exit = quit = print = None"),
    "r23": Attaque("un carnet réglé à l'envers", essai="%automagic off\n%config InteractiveShell.ast_node_interactivity = 'all'\n%cd /\n%env PATH=/\n%pprint\n%precision 1\n%doctest_mode\n1\n2"),
    "r24": Attaque("l'environnement vidé, le dossier et le masque changés", essai="import os, sys\nos.environ.clear(); os.chdir('/'); os.umask(0o777)\nsys.path.clear(); sys.argv.clear(); sys.dont_write_bytecode = False"),
    "r25": Attaque("un objet dont l'effacement ne finit pas", "class D:\n    def __del__(self):\n        while True: pass\n" + corps("D()\nreturn 0"), note=12),
    # --- une cinquième vague : la porte de WebAssembly, ses fichiers, ce que le correcteur analyse ----------------
    "s01": Attaque("devenir illisible au regard qui compte ses fichiers, puis en créer sans fin", corps("import ctypes\nctypes.CDLL(None).prctl(4, 0, 0, 0, 0)\nfor n in range(10**7): open(f'v{n}', 'w').close()\nreturn 2 * x"), note=12),
    "s02": Attaque("récrire un gros fichier un octet à la fois", corps("with open('gros', 'wb') as f: f.write(bytes(50 * 2**20))\nwhile True:\n    with open('gros', 'ab') as f: f.write(b'x')"), note=12),
    "s03": Attaque("deux mille fichiers, récrits chacun sans fin", corps("n = 0\nwhile True:\n    with open(f'f{n % 1900}', 'w') as f: f.write('x')\n    n += 1"), note=12),
    "s04": Attaque("parler soi-même par la porte, à la place du programme", corps("import _host, json\nr = {'valeur': 8.0, 'apres': ['t', x], 'exception': None, 'sortie': '', 'expire': False, 'arrete': True, 'saisies': 0, 'appuis': [], 'calcul': 0, 'paresseuse': False, 'pile': None, 'tirages': None}\nfor _ in range(3): _host.call(json.dumps(r).encode())\nreturn 0"), note=12),
    "s05": Attaque("une étape qui n'en est pas une", corps("import _host\n_host.call(b'etape neuf')\nreturn 0"), note=12),
    "s06": Attaque("des étapes sans fin, négatives", corps("import _host\nfor n in range(20_000): _host.call(b'etape -7')\nreturn 0"), note=12),
    "s07": Attaque("une cellule qui ment sur son étape puis ne finit pas", essai="import _host\n_host.call(b'etape 99999999')\nwhile True: pass"),
    "s10": Attaque("rappeler sans fin une fonction jamais prêtée", DEDANS + "def faux(s, a):\n    while True: s.canal.envoyer({'rappel': 7, 'arguments': ['t', ['t', 1], ['d', 1]]}); s.canal.recevoir()\nI._rendre = faux\n" + corps("return 0"), note=12),
    "s12": Attaque("forger une position démesurée", forger("valeur", "['P', 20, 20, 4, (1 << 419), 0, 1, 0] + [0] * 400", "r['valeur'] == 0"), note=12),
    "s13": Attaque("forger un nombre JSON de cent mille chiffres", "import json\nvieux_dumps = json.dumps\n" + DEDANS + "import p4prof.cloison.protocole as P\ndef faux(*a, **k): return vieux_dumps(*a, **k).replace('\"valeur\":0', '\"valeur\":' + '9' * 100_000)\nclass J:\n    dumps = staticmethod(faux); loads = staticmethod(json.loads)\nP.json = J\nimport sys\nfor m in list(sys.modules.values()):\n    if getattr(m, 'json', None) is json and 'cloison' in getattr(m, '__name__', ''): m.json = J\n" + corps("return 0"), note=12),
    "s15": Attaque("une valeur dont une clé est une liste forgée", forger("valeur", "['d', 1, ['l', 2], 1]", "r['valeur'] == 0"), note=12),
    "s16": Attaque("un ensemble forgé dont un élément change après coup", forger("valeur", "['s', 1, ['t', ['l', 2]]]", "r['valeur'] == 0"), note=12),
    "s17": Attaque("forger un dictionnaire à qui il manque une valeur", forger("valeur", "['d', 1, 1, 2, 3]", "r['valeur'] == 0"), note=12),
    "s18": Attaque("forger la liste des tentatives", ORDRES + "v = I._ordres['appeler']\nI._ordres['appeler'] = lambda m: v(m) | {'tente': [['ecrire']] * 10**5, 'noms': 3}\nimport p4prof.cloison.vigie as w\nw.tentatives = 3\n" + corps("return 0"), note=12),
    "s19": Attaque("remplacer l'ensemble des tentatives par ce qui ne se trie pas", "import p4prof.cloison.vigie as w\nw.tentatives.update([1, 'a', None])\n" + corps("return 0"), note=12),
    "s20": Attaque("dormir juste sous la limite à chaque appel", corps("import time\ntime.sleep(2.5)\nreturn 0"), note=12),
    "s21": Attaque("une exception qui est sa propre cause", corps("e = ValueError('a')\ne.__cause__ = e.__context__ = e\nraise e"), essai="e = ValueError('a')\ne.__cause__ = e\nraise e", note=12),
    "s22": Attaque("un groupe d'exceptions emboîté dix mille fois", corps("return 0"), essai="e = ValueError('a')\nfor _ in range(10_000): e = ExceptionGroup('g', [e])\nraise e", note=12),
    "s23": Attaque("des notes attachées à une exception qui n'en sont pas", corps("return 0"), essai="e = ValueError('a')\ne.__notes__ = 'x' * 10**7\nraise e", note=12),
    "s24": Attaque("un nombre littéral de cinquante mille chiffres", essai="y = " + "9" * 50_000),
    "s25": Attaque("cinquante mille crochets à la suite", essai="y = a" + "[0]" * 50_000),
    "s26": Attaque("dix mille elif", essai="if 0: pass\n" + "elif 0: pass\n" * 10_000),
    "s27": Attaque("des lambdas emboîtées", essai="y = " + "lambda: " * 5_000 + "1"),
    "s28": Attaque("des conditions emboîtées", essai="y = " + "1 if 1 else " * 5_000 + "1"),
    "s30": Attaque("une chaîne multipliée à la compilation", essai="y = ('a' * 4096) * 4096 * 4096\nz = b'a' * 10**10"),
    "s32": Attaque("l'appel change le dictionnaire qu'il rend pendant qu'on l'écrit", "import threading, time\nd = {n: n for n in range(1000)}\ndef remuer():\n    for n in range(10**7): d[n % 5000 + 1000] = n; d.pop(n % 3000 + 1000, None)\nthreading.Thread(target=remuer, daemon=True).start()\n" + corps("return d"), note=12),
    "s33": Attaque("un fil qui demande une saisie pendant l'appel suivant", "import threading, time\ndef f():\n    for _ in range(100):\n        try: input()\n        except BaseException: time.sleep(0.02)\n" + corps("threading.Thread(target=f, daemon=True).start()\nreturn 0"), note=12),
    "s35": Attaque("une cellule qui se comporte autrement la seconde fois", "import os\nN = os.path.exists('passe')\nopen('passe', 'w').close()\n" + corps("return 2 * x if N else 0"), note=12),
    "s36": Attaque("le nom de la fonction est une sous-classe de str qui ment", "class S(str):\n    def __str__(self): return 'x' * 10**7\n    def __format__(self, f): return 'y' * 10**7\n" + corps("return 0") + "\nclass D:\n    __name__ = S('double')\n    def __call__(self, x): return 0\ndouble = D()", note=12),
    "s38": Attaque("isinstance trompé par __class__", "class Z:\n    @property\n    def __class__(self): return int\n    def __index__(self): return 20\n    __int__ = __index__\n    def __eq__(s, o): return True\n" + corps("return Z()"), note=12),
    "s39": Attaque("un tableau numpy d'objets, un structuré, un masqué", "import numpy as np\n" + corps("return [np.array([object()], dtype=object), np.zeros(2, dtype=[('a', int)]), np.ma.masked][x % 3]"), note=12),
    "s41": Attaque("tous les descripteurs, en vol dans une prise", essai="import socket, array, os\ntry:\n    l = []\n    for _ in range(2000):\n        a, b = socket.socketpair()\n        socket.send_fds(a, [b'x'], [a.fileno()] * 200)\n        l.append((a, b))\nexcept (OSError, AttributeError): pass"),
    "s43": Attaque("des minuteries de fichiers et des signaux en rafale", essai="import signal, os, threading\nsignal.signal(signal.SIGUSR1, lambda *a: None)\ndef f():\n    while True: os.kill(os.getpid(), signal.SIGUSR1)\nthreading.Thread(target=f, daemon=True).start()", note=20),
    "s44": Attaque("les opérateurs de int cachés par des fonctions du carnet", essai="def sum(*a): return 1e9\ndef len(*a): return 1\nBASE = 0\npart_double = lambda e: 1.0", double=corps("return 0"), note=12),
    # --- une sixième vague : ce que le noyau prête à tous, les noms de fichiers, ce qui s'affiche plus tard -----------
    "u01": Attaque("devenir un programme que personne ne peut lire, puis créer des fichiers sans fin", corps("import os, shutil, sys\nshutil.copy(os.path.realpath(sys.executable), '/tmp/py')\nos.chmod('/tmp/py', 0o111)\nos.environ.pop('PYTHONPATH')\nos.environ['PYTHONHOME'] = sys.base_prefix\nos.execv('/tmp/py', ['py', '-S', '-c', 'n = 0\\nwhile True:\\n    open(f\"/tmp/v{n}\", \"w\").close()\\n    n += 1'])"), note=12),
    "u02": Attaque("deux mille fichiers aux noms de vingt mégaoctets", corps("for n in range(1900): open('a' * 20_000_000 + str(n), 'w').close()\nreturn 2 * x"), note=12),
    "u03": Attaque("relire sans fin un dossier bien rempli", corps("import os\nfor n in range(1900): open(f'f{n}', 'w').close()\nwhile True: os.listdir('.')"), note=12),
    "u04": Attaque("du hasard du système, sans fin", corps("import os\nwhile True: os.urandom(1 << 26)"), note=12),
    "u05": Attaque("une demande de neuf cents mégaoctets par la porte", corps("import _host\n_host.call(bytes(900_000_000))\nreturn 0"), note=12),
    "u06": Attaque("un rappel à la place de la réponse d'une cellule", essai="import _host\n_host.call(b'{\"rappel\": 1}')"),
    "u07": Attaque("mettre à jour un affichage par des octets", essai="from IPython.display import display\nclass I:\n    def _repr_png_(self): return b'PNG'\nh = display('a', display_id=True)\nh.update(I())"),
    "u08": Attaque("mettre à jour un affichage par cent mégaoctets", essai="from IPython.display import display, HTML\nh = display('a', display_id=True)\nh.update(HTML('x' * 100_000_000))"),
    "u09": Attaque("forger les sorties d'une cellule", ORDRES + "v = I._ordres['executer']\nfaux = [{'output_type': 'error', 'ename': 'x' * 10**6, 'evalue': [1], 'traceback': ['\\x1b[31m' * 200_000, [1], None]}, {'output_type': 'stream', 'name': 'stdout', 'text': '\\x1b[' * 10**6}, {'output_type': 'display_data', 'data': {'text/html': '<' * 10**6, 'image/png': {}}}]\nI._ordres['executer'] = lambda m: v(m) if m['source'] == '2.5' else v(m) | {'sorties': faux, 'expire': [1], 'appui': [1]}\n" + corps("return 0"), note=12),
    "u10": Attaque("les autres arrêts : sortie, interruption, fin de générateur", corps("raise [SystemExit, KeyboardInterrupt, GeneratorExit][x % 3](8.0)"), note=12),
    "u11": Attaque("le code d'une fonction forgé, octet par octet", corps("def f(): return 1\nf.__code__ = f.__code__.replace(co_code=bytes([100, 255]) * 50, co_stacksize=1)\nreturn f()"), note=12),
    "u12": Attaque("forger une valeur profonde, que relire permet tout juste", DEDANS + "v = 0\nfor n in range(300): v = ['l', n + 10, v]\ndef faux(s, a):\n    r = vieux(s, a)\n    if r['valeur'] == 0: r['valeur'] = v\n    return r\nI._rendre = faux\n" + corps("return 0"), note=12),
    "u13": Attaque("dire l'argument caché par le cache de pages du système", "import glob, os\nfichier = max(glob.glob('/usr/lib/*/*.so*'), key=os.path.getsize, default='/dev/null')\nf = os.open(fichier, os.O_RDONLY) if os.path.exists(fichier) else 0\ndef place(n, c): return 1 + 2 * n * 11 + 2 * '-0123456789'.index(c) << 16\n" + corps("for n, c in enumerate(str(x)): os.posix_fadvise(f, place(n, c), 1 << 16, os.POSIX_FADV_DONTNEED)\nreturn 0"), essai="try: os.preadv(f, [bytearray(1)], 40 << 20, os.RWF_NOWAIT)\nexcept BlockingIOError: os.pread(f, 41 << 20, 0)", fin="vu = ''\nfor n in range(8):\n    for c in '-0123456789':\n        try: os.preadv(f, [bytearray(1)], place(n, c) + 100, os.RWF_NOWAIT)\n        except BlockingIOError: vu += c\nprint('vu', vu)\nos.posix_fadvise(f, 0, 0, os.POSIX_FADV_DONTNEED)", note=12),
    "u14": Attaque("le dire par une note d'exception, sa cause, son groupe", corps("e = ValueError('a')\ne.add_note(f'vu {x}')\nraise ExceptionGroup(f'vu {x}', [e]) from KeyError(f'vu {x}')"), note=12),
    "u15": Attaque("le dire par la signature et la documentation de sa fonction", "import inspect\n" + corps("double.__signature__ = inspect.Signature([inspect.Parameter(f'vu{abs(x)}', 1)])\ndouble.__doc__ = f'vu {x}'\nreturn double"), note=12),
    "u16": Attaque("le dire par la question d'une saisie", corps("try: input(f'vu {x} ? ')\nexcept Exception as e: raise ValueError(f'vu {x}') from e"), note=12),
    "u17": Attaque("le dire plus tard, d'un fil ou d'une fin de programme", corps("import atexit, threading, sys\natexit.register(print, 'vu', x)\nthreading.Timer(0.05, lambda: print('vu', x, file=sys.__stdout__)).start()\nsys.excepthook = threading.excepthook = lambda *a: print('vu', x)\nreturn 0"), fin="import time\ntime.sleep(0.3)", note=12),
    "u18": Attaque("dix mégaoctets sur la vraie sortie du programme", essai="import os\nfor _ in range(1000): os.write(1, b'x' * 10_000)"),
    "u19": Attaque("un fil qui tourne sans fin, laissé derrière soi", "import threading, time\ndef tourner():\n    t = time.monotonic()\n    while time.monotonic() < t + 20: pass\n" + corps("threading.Thread(target=tourner, daemon=True).start()\nreturn 0"), note=12),
    "u20": Attaque("un module de plus dans la liste de ceux que le bac croit siens", corps("return 0"), essai="import sys, types\nm = types.ModuleType('p4prof.cloison.copie')\nm.noter = lambda *a: 20\nsys.modules['p4prof.cloison.copie'] = sys.modules['p4prof'] = m", note=12),
    "u21": Attaque("un entier long de réel type numpy, que JSON ne sait pas écrire", "import numpy as np\n" + corps("return [np.longdouble(0), np.full(3, np.longdouble(0)), np.array(0, dtype=object)][x % 3]"), note=12),
    "u22": Attaque("un tableau dont la conversion ment", "import numpy as np\nclass T(np.ndarray):\n    def tolist(self): return object()\n    dtype = property(lambda s: 3)\n" + corps("return np.zeros(2).view(T)"), note=12),
    "u23": Attaque("des clés de l'espace du carnet qui ne sont pas des textes", "class S(str):\n    def __eq__(s, o): return True\n    __hash__ = str.__hash__\n    def __str__(s): raise ValueError\nglobals()[3] = globals()[None] = globals()[S('a')] = abs\n" + corps("return 0"), note=12),
    "u24": Attaque("un espace du carnet qui change pendant qu'on le lit", "import sys\nclass E(dict): pass\nsys.modules['__main__'].__dict__.update({f'n{k}': abs for k in range(200_000)})\n" + corps("return 0"), note=12),
    "u25": Attaque("une expression rationnelle sans fin", corps("import re\nreturn len(re.match('(a|a)*$', 'a' * 60 + 'b') or ())"), note=12),
    "u26": Attaque("des liens qui tournent en rond, à suivre", essai="import os\nfor n in range(50):\n    try: os.symlink(f'l{(n + 1) % 50}', f'l{n}'); os.link(f'l{n}', f'd{n}')\n    except OSError: pass\ntry: os.stat('l0')\nexcept OSError: pass"),
    "u27": Attaque("des dossiers emboîtés mille fois, et effacés par dedans", essai="import os\nfor n in range(1000):\n    try: os.mkdir('d'); os.chdir('d')\n    except OSError: break"),
    "u28": Attaque("des messages au-delà de la mémoire du canal, sans jamais lire", corps("import os, threading\ndef parler():\n    for fd in range(3, 32):\n        try:\n            os.set_blocking(fd, True)\n            while True: os.write(fd, bytes([1, 0, 0, 0]) + b'{' * 4092)\n        except OSError: pass\nparler()\nreturn 0"), note=12),
    "u29": Attaque("le générateur pris pour une réponse, qui lit en avançant", corps("yield from (2 * x for _ in iter(int, 1))"), note=12),
    "u30": Attaque("une réponse qui se défait de ses arguments", corps("import ctypes, sys\nsys._getframe(1).f_locals.clear()\nsys._getframe(1).f_globals.clear()\nreturn 0"), note=12),
    # --- travail honnête : il garde ses points ----------------------------------------------------------
    "h01": Attaque("des print partout", "print('bonjour')\n" + corps("print(x)\nreturn 2 * x")),
    "h02": Attaque("des avertissements", corps("import warnings, sys\nwarnings.warn('attention')\nprint('oh', file=sys.stderr)\nreturn 2 * x")),
    "h03": Attaque("une fonction auxiliaire dans une cellule à soi", corps("return somme(x, x)"), avant="def somme(a, b):\n    return a + b"),
    "h04": Attaque("une figure", essai="import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"),
    "h05": Attaque("une classe à soi et un booléen numpy", "import numpy as np\nclass Doubleur:\n    def __call__(self, x): return np.int64(x) * 2\ndouble = Doubleur()"),
    "h06": Attaque("un module joint à la copie", corps("from mes_outils import deux\nreturn deux * x")),
    "h07": Attaque("un fichier de données du TP", corps("return int(open('facteur.txt').read()) * x")),
    "h08": Attaque("lambda", "double = lambda x: x + x"),
    "h09": Attaque("mémoïsation et valeur par défaut", "from functools import lru_cache\n@lru_cache\ndef double(x, memo={}):\n    return memo.setdefault(x, 2 * x)"),
    "h10": Attaque("commande magique et affichage d'un plateau", essai="%timeit -n1 -r1 double(3)\nfrom p4core import Plateau\nPlateau()"),
    "h11": Attaque("un générateur, pas une liste", "def double(x):\n    return next(v for v in (2 * x,))"),
    "h12": Attaque("afficher avec p4core dans sa réponse", "import p4core\nfrom p4core import barre\n" + corps("for _ in barre([1]): p4core.depuis_colonnes([])\np4core.Plateau()\nreturn 2 * x")),
    "h13": Attaque("un fil d'exécution à soi", corps("from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as fils: return sum(fils.map(lambda v: v, [x, x]))")),
    "h14": Attaque("un fichier à soi, écrit puis importé", essai="%%writefile a_moi.py\ndeux = 2"),
    "h15": Attaque("une commande du système avant sa réponse", "!pip install numpy\n%pip install numpy\nfichiers = !ls\n" + DOUBLE),
    "h16": Attaque("plus d'appels emboîtés que d'ordinaire", "import sys\nsys.setrecursionlimit(10_000)\ndef f(n): return n and 1 + f(n - 1)\n" + corps("return 2 * x if f(5000) == 5000 else 0")),
    "h17": Attaque("tout importer de p4core", "from p4core import *\nPlateau()\n" + DOUBLE),
    "h18": Attaque("des annotations qui nomment p4core", "from typing import Optional\nfrom p4core import Position\ndef double(x: Position | None, y: Optional[Position] = None) -> 'int | Position':\n    return 2 * x"),
    "h19": Attaque("un nombre décimal", "from decimal import Decimal\n" + corps("return Decimal(2 * x)")),
    "h20": Attaque("une cellule chronométrée", "%%time\n" + DOUBLE),
    "h21": Attaque("une classe, walrus, match, annotations", "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n" + corps("match P(x):\n    case P(y): return (z := 2) * y")),
    "h23": Attaque("les cellules du site : installer sans rien installer, attendre au premier niveau", "%pip install -q p4core\nimport asyncio\nawait asyncio.sleep(0)\n" + DOUBLE),
    "h22": Attaque("une méthode, un objet partiel", "from functools import partial\nimport operator\ndouble = partial(operator.mul, 2)"),
}  # fmt: skip


# Celles qui vont jusqu'au bout de leurs délais : avec ce qui dure.
LENTES = {
    "r01",
    "r03",
    "r18",
    "r19",
    "r25",
    "n47",
    "n49",
    "n50",
    "n51",
    "n05",
    "n12",
    "n18",
    "n19",
    "n33",
    "n37",
    "n40",
    "n41",
    "s02",
    "s03",
    "s10",
    "s20",
}


# --- par leur carnet ou leur dossier ----------------------------------------------------------------------


@dataclass(frozen=True)
class Rendu:
    """Une copie : ce qui y est changé dans le carnet, puis dans le dossier."""

    tente: str
    carnet: Callable = lambda nb: None
    dossier: Callable = lambda dossier: None
    note: int | None = 12


def regler(grade_id, /, **reglages):
    """Change les métadonnées nbgrader d'une cellule."""
    return lambda nb: cellule(nb, grade_id).metadata.nbgrader.update(reglages)


def genre(grade_id, nouveau):
    """Change le genre d'une cellule."""

    def changer(nb):
        c = cellule(nb, grade_id)
        c.cell_type = nouveau
        c.pop("outputs"), c.pop("execution_count")

    return changer


def deplacer(grade_id, rang):
    """Déplace une cellule."""
    return lambda nb: nb.cells.insert(rang, nb.cells.pop(identifiants(nb)[grade_id]))


def ajouter(code, **meta):
    """Ajoute une cellule à la fin."""
    return lambda nb: nb.cells.append(new_code_cell(code, metadata=meta))


def remplacer(grade_id, fabrique):
    """Refait une cellule sans ses métadonnées."""

    def changer(nb):
        rang = identifiants(nb)[grade_id]
        nb.cells[rang] = fabrique(nb.cells[rang].source)

    return changer


def repeter(code, fois):
    """Ajoute au début la même cellule, tant de fois."""

    def changer(nb):
        nb.cells[1:1] = [new_code_cell(code) for _ in range(fois)]

    return changer


def ecrire(grade_id, source):
    """Change le texte d'une cellule."""
    return lambda nb: cellule(nb, grade_id).update(source=source)


def recoder(transformer):
    """Réécrit le fichier du carnet."""

    def changer(dossier):
        (carnet,) = dossier.glob("*.ipynb")
        carnet.write_text(transformer(carnet.read_text("utf-8")), "utf-8")

    return changer


def poser(*noms, contenu="raise SystemExit(1)\n"):
    """Pose des fichiers à côté du carnet."""

    def changer(dossier):
        for nom in noms:
            (dossier / nom).write_text(contenu)

    return changer


def prise(dossier):
    """Une prise, comme en laisse un programme."""
    # Le chemin d'une prise est limité à une centaine de caractères.
    with socket.socket(socket.AF_UNIX) as ouverte, contextlib.chdir(dossier):
        ouverte.bind("p.sock")


def ancien(dossier, nom):
    """Un chemin dont le nom est dans l'ancien codage de Windows."""
    return Path(os.fsdecode(os.fsencode(dossier) + b"/" + nom.encode("cp1252")))


def sans_id(texte):
    """Le carnet au format 4.0, sans identifiants de cellules."""
    brut = json.loads(texte)
    return json.dumps(brut | {"nbformat_minor": 0, "cells": [c | {"id": None} for c in brut["cells"]]})


def lier_aux_solutions(dossier):
    """Remplace le dossier rendu par un lien vers celui de l'enseignant."""
    shutil.rmtree(dossier)
    dossier.symlink_to(dossier.parents[3] / "solutions" / dossier.name)


def creuser(dossier):
    """Un fichier immense qui ne prend pas de place sur le disque."""
    with (dossier / "creux.bin").open("wb") as fichier:
        fichier.truncate(10**11)


MODULES = (
    "json.py",
    "random.py",
    "p4core.py",
    "sitecustomize.py",
    "usercustomize.py",
    "conftest.py",
    "numpy.py",
)
LIRE = "import glob\nT = ''.join(open(f, errors='replace').read() for f in glob.glob('*.*'))\n"

RENDUS = {
    "c01": Rendu("un milliard de points", regler("q-double-test", points=1e9)),
    "c02": Rendu("un test changé en réponse", regler("q-double-test", solution=True, locked=False)),
    "c03": Rendu("un test qui prend le nom d'un autre", regler("q-double-test", grade_id="q-triple-test")),
    "c04": Rendu("un test changé en texte", genre("q-double-test", "markdown")),
    "c05": Rendu("un test changé en cellule brute", genre("q-double-test", "raw")),
    "c06": Rendu("une réponse changée en texte", genre("q-triple", "markdown")),
    "c07": Rendu("un test de son cru", ajouter("8.0", **nbgrader("q-faux", grade=True, locked=True, points=1000))),
    "c08": Rendu("un autre noyau", lambda nb: nb.metadata.update(kernelspec={"name": "bash", "display_name": "b"})),
    "c09": Rendu("un test déplacé avant sa réponse", deplacer("q-double-test", 0)),
    "c10": Rendu("une réponse sans métadonnées", remplacer("q-triple", new_code_cell)),
    "c11": Rendu("du code dans une cellule de texte", remplacer("q-double", new_markdown_cell)),
    "c12": Rendu("un test réécrit", ecrire("q-double-test", "8.0")),
    "c13": Rendu("des métadonnées qui n'en sont pas", lambda nb: nb.cells[0].metadata.update(nbgrader=3)),
    "c14": Rendu("un identifiant qui n'est pas un texte", regler("donne", grade_id={"a": [1]})),
    "c15": Rendu("demi-caractères partout", dossier=recoder(lambda t: t.replace("Essais", r"\ud800").replace('"id"', r'"\udfff"'))),
    "c16": Rendu("nombres impossibles en JSON", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": NaN, "y": 1e999}')),
    "c17": Rendu("JSON trop profond", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": ' + "[" * 50_000), note=None),
    "c18": Rendu("un format ancien sans identifiants", dossier=recoder(sans_id)),
    "c19": Rendu("des numéros d'exécution immenses", dossier=recoder(lambda t: t.replace('"execution_count": null', '"execution_count": ' + "9" * 30))),
    "c20": Rendu("des modules qui en cachent d'autres", dossier=poser(*MODULES)),
    "c21": Rendu("des réglages de nbgrader", dossier=poser("nbgrader_config.py", "jupyter_config.py", "x.pth")),
    "c22": Rendu("un lien vers le carnet de notes", ecrire("q-double", LIRE + "def double(x): return 2 * x if 'SQLite' in T else 0"), lambda d: (d / "n.txt").symlink_to(d.parents[2] / "gradebook.db"), note=None),
    "c23": Rendu("un tube, qui bloquerait qui le lit", dossier=lambda d: os.mkfifo(d / "tuyau"), note=None),
    "c24": Rendu("une prise", dossier=prise, note=None),
    "c25": Rendu("un nom de fichier qui n'est pas de l'UTF-8", dossier=lambda d: ancien(d, "été.txt").write_text("x")),
    "c26": Rendu("un gros fichier à côté", dossier=lambda d: (d / "gros.bin").write_bytes(b"0" * 9_000_000)),
    "c27": Rendu("trois cents petits fichiers et un dossier profond", dossier=poser(*(f"f{i}.txt" for i in range(300)))),
    "c28": Rendu("quatre cents cellules vides", lambda nb: nb.cells.extend(new_code_cell("1") for _ in range(400))),
    "..c29": Rendu("un nom qui commence par des points"),
    "c30\nl": Rendu("un nom sur deux lignes"),
    "c31": Rendu("une version qui est un nombre à virgule", dossier=recoder(lambda t: t.replace('"nbformat": 4', '"nbformat": 4.0'))),
    "c32": Rendu("des données emboîtées neuf cents fois", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "z": ' + "[" * 900 + "]" * 900 + "}"), note=None),
    "c33": Rendu("un dossier rendu qui mène aux solutions", dossier=lier_aux_solutions, note=None),
    "c34": Rendu("un fichier creux de cent gigaoctets", dossier=creuser, note=None),
    "c35": Rendu("cinq mille cellules", dossier=recoder(lambda t: t.replace('"cells": [', '"cells": [' + "{}," * 5000)), note=None),
    "c36": Rendu("une date de rendu illisible", dossier=poser("timestamp.txt", contenu="hier soir")),
    "c37": Rendu("pièces jointes et métadonnées mal formées", lambda nb: (nb.cells[0].update(attachments={"a": None}), nb.metadata.update(authors=3))),
    "c38": Rendu("un gros fichier qui passe avant les données du TP", ecrire("q-double", "def double(x):\n    return int(open('facteur.txt').read()) * x"), lambda d: (d / "a.bin").write_bytes(b"0" * 9_000_000), note=20),
    "c39*": Rendu("un nom de dossier qui en cherche d'autres"),
    "c39?": Rendu("le même, une fois renommé"),
    "c41": Rendu("un lien dont le nom n'est pas de l'UTF-8", dossier=lambda d: ancien(d, "é\x1b[2J").symlink_to("/etc"), note=None),
    "c42": Rendu("un carnet renommé hors de l'UTF-8", dossier=lambda d: (d / f"{d.name}.ipynb").rename(ancien(d, "é.ipynb"))),
    "c43": Rendu("des remarques de son cru dans son carnet", lambda nb: nb.metadata.update(p4_incidents=["copie remarquable"])),
    "c44": Rendu("des remarques qui n'en sont pas", lambda nb: nb.metadata.update(p4_incidents={"a": 3})),
    "c45": Rendu("une réponse de quatre mégaoctets", ecrire("q-double", "# x\n" * 1_000_000 + "def double(x): return 0")),
    "c46": Rendu("un carnet venu du site", lambda nb: (nb.metadata.update(kernelspec={"name": "python", "display_name": "Python (Pyodide)"}, language_info={"name": "python", "version": "3.13"}), nb.cells.insert(0, new_code_cell("%pip install -q p4core\nimport piplite\nawait piplite.install('p4core')")))),
    "c47": Rendu("un identifiant d'un mégaoctet", lambda nb: nb.cells.append(new_code_cell("1", metadata=nbgrader("x" * 1_000_000)))),
    "c48": Rendu("une version de métadonnées d'un autre siècle", regler("q-double-test", schema_version=10**9)),
    "c49": Rendu("une note déjà écrite dans les sorties du test", lambda nb: cellule(nb, "q-double-test").update(outputs=[{"output_type": "execute_result", "execution_count": 1, "data": {"text/plain": "8.0"}, "metadata": {}}])),
    "c50": Rendu("deux cellules du même nom, la seconde juste", lambda nb: nb.cells.append(new_code_cell("def double(x): return 2 * x", metadata=nbgrader("q-double", solution=True))), note=20),
    "c51": Rendu("un format plus récent que tout", dossier=recoder(lambda t: t.replace('"nbformat_minor": 5', '"nbformat_minor": 99'))),
    "c52": Rendu("une expression sans fond ajoutée au code du sujet", ecrire("donne", "BASE = 10\nx = " + "not " * 2000 + "1")),
    "c53": Rendu("d'autres notes et un temps de calcul de son cru", lambda nb: nb.metadata.update(p4_autres_notes=[{"cellule": "q-double-test", "points": 8, "raison": "remarquable"}], p4_calcul=-1e9)),
    "c54": Rendu("deux fois la même clé dans le fichier", dossier=recoder(lambda t: t.rstrip()[:-1] + ', "metadata": {"nbgrader": 3}, "nbformat": 4}')),
    "c55": Rendu("toutes les cellules du même identifiant", lambda nb: [c.update(id="x") for c in nb.cells]),
    "c56": Rendu("un module déjà compilé, et des noms de fichiers qui sont des options", dossier=lambda d: [(d / "__pycache__").mkdir(), (d / "__pycache__" / "json.cpython-311.pyc").write_bytes(b"\0" * 99), *((d / nom).write_text("x") for nom in ("--help", "-rf", ";ls", "$(ls)", "a\nb"))]),
    "c57": Rendu("des marques de tests cachés dans sa réponse", ecrire("q-double", "### BEGIN HIDDEN TESTS\ndef double(x): return 0\n### END HIDDEN TESTS\n### BEGIN SOLUTION")),
    "c58": Rendu("un titre d'un mégaoctet d'étoiles et de points", lambda nb: nb.cells.insert(1, new_markdown_cell("### Question ★ — (2 points) " * 40_000 + "(" * 50_000))),
    "c59": Rendu("une marque d'ordre des octets en tête", dossier=recoder(lambda t: "\ufeff" + t)),
    "c60": Rendu("un module joint qui ne finit pas", ecrire("q-double", "import boucle\ndef double(x): return 0"), poser("boucle.py", contenu="while True: pass\n")),
    "c61": Rendu("un carnet du site qui cherche le navigateur", lambda nb: (nb.metadata.update(kernelspec={"name": "python", "display_name": "Python (Pyodide)"}), nb.cells.insert(0, new_code_cell("import js, pyodide_js\nfrom pyodide.code import run_js\nrun_js('document.title = 8.0')\njs.fetch('http://127.0.0.1/')")))),
    "c62": Rendu("un code qui est une liste de nombres", dossier=recoder(lambda t: json.dumps({**json.loads(t), "cells": [*json.loads(t)["cells"], {"cell_type": "code", "metadata": {}, "source": [1, 2], "outputs": [], "execution_count": None, "id": "z"}]}))),
    "c63": Rendu("des sorties qui n'en sont pas", dossier=recoder(lambda t: t.replace('"outputs": []', '"outputs": null'))),
    "c64": Rendu("des cellules qui sont un dictionnaire", dossier=recoder(lambda t: json.dumps({**json.loads(t), "cells": {"a": 1}})), note=None),
    "c65": Rendu("un noyau qui est un chemin", lambda nb: nb.metadata.update(kernelspec={"name": "../../../bin/sh", "display_name": "\x1b[2J", "language": "sh"}, language_info={"name": "python", "version": [99], "codemirror_mode": ["x"]}), note=None),
    "c66": Rendu("un dossier joint qui porte le nom du cours", dossier=lambda d: [(d / n).mkdir() or (d / n / "__init__.py").write_text("raise SystemExit(1)\n") for n in ("p4core", "p4prof", "IPython", "encodings")]),
    "c40": Rendu("plus de résultats qu'IPython n'en garde", repeter("1", 600)),
}  # fmt: skip
