"""« python -m p4core.pret » : relever de nouveau les cellules des sujets, après « make notebooks »."""

from pathlib import Path

from p4core.pret.sujets import ecrire

if __name__ == "__main__":
    ecrire(Path(__file__).resolve().parents[2])
