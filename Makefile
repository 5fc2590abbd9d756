# make lab          ouvre le cours dans JupyterLab (PORT=8890, NAVIGATEUR=non)
# make test         vérifie tout
# make test-long    vérifie aussi ce qui dure : le mur de WebAssembly, les mutants des réponses justes
# make test-site    éprouve tout le cours dans un navigateur, sans réseau
# make hasard       éprouve longuement la cloison et les juges par des messages et des valeurs au hasard
# make env          prépare seulement l'environnement .venv
# make notebooks    régénère notebooks/ à partir de solutions/
# make executer     rejoue solutions/ et enregistre leurs sorties
# make eleves       écrit l'archive à donner aux élèves, sans solutions ; make prof, celle de l'enseignant
# make site         fabrique le cours dans un navigateur : build/site-p4
# make bench        mesure les vitesses
# make contraintes  fixe de nouveau les versions exactes
SHELL := /bin/sh
.DEFAULT_GOAL := lab
.PHONY: eleves prof lab site test test-long test-site hasard env notebooks executer bench style essais js contraintes

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PORT ?= 8888
NAVIGATEUR ?= oui

VENV := .venv
BIN := $(VENV)/bin
# L'archive des élèves n'a pas l'étage de l'enseignant.
COURS := .[$(if $(wildcard p4prof),prof,lab)]
RECETTE := pyproject.toml constraints.txt $(wildcard jupyter/*.json jupyter_etc/*.json)
# nbgrader appelle « alembic » par le PATH : l'environnement doit y être.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Chaque étape laisse un témoin : rien n'est refait tant que la recette n'a pas changé.
$(VENV)/cree:
	@test -n "$(PYTHON)" || { echo "Il faut Python 3.11 ou plus récent : https://www.python.org/downloads/"; exit 1; }
	@echo "Préparation de $(VENV) avec $(PYTHON) (quelques minutes, une seule fois)…"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/cours-pret: $(VENV)/cree $(RECETTE)
	@$(BIN)/python -m pip install -q -c constraints.txt -e "$(COURS)"
	@$(BIN)/p4 preparer
	@touch $@

$(VENV)/%-pret: $(VENV)/cours-pret
	@$(BIN)/python -m pip install -q -c constraints.txt -e '.[$*]'
	@touch $@

env: $(VENV)/cours-pret

lab: env
	@$(BIN)/p4 lab --port=$(PORT) $(if $(filter non,$(NAVIGATEUR)),--sans-navigateur)

notebooks: env
	@$(BIN)/p4 distribuer --sujets

# Rejoue les solutions et garde leurs sorties, que nbval compare ensuite.
executer: env
	@$(BIN)/jupyter nbconvert --to notebook --execute --inplace \
		--ExecutePreprocessor.record_timing=False --ExecutePreprocessor.store_widget_state=False solutions/*/*.ipynb

# gestion/p4core-eleves.zip, sans solutions, et gestion/p4core-prof.zip, qui les a.
eleves prof: env
	@$(BIN)/p4 distribuer --$@

# Le cours dans un navigateur, un dossier à poser sur un serveur ou une clé : build/site-p4
site: $(VENV)/site-pret
	@$(BIN)/p4 site

test: style js essais

style: $(VENV)/test-pret
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

# Les essais unitaires et les carnets de solutions dans un même lancement.
# loadscope : un module ou une classe d'essais (un TP de bout en bout) reste entier dans un processus.
essais: $(VENV)/test-pret
	@$(BIN)/pytest -q -n 2 --dist loadscope tests solutions \
		--nbval --nbval-current-env --nbval-sanitize-with $(CURDIR)/tests/nbval.cfg --nbval-cell-timeout 120

# Le cours entier dans un navigateur ; P4_SITE=DOSSIER éprouve un site déjà fabriqué.
test-site: $(VENV)/test-pret
	@$(BIN)/pytest -q -m "long or not long" tests/navigateur/test_site.py tests/navigateur/test_site_entier.py

test-long: style js $(VENV)/test-pret
	@$(BIN)/pytest -q -n 2 --dist loadscope -m "long or not long" tests solutions \
		--nbval --nbval-current-env --nbval-sanitize-with $(CURDIR)/tests/nbval.cfg --nbval-cell-timeout 120
	@$(BIN)/python -m bench.mutants

hasard: $(VENV)/test-pret
	@P4_ESSAIS=$${P4_ESSAIS:-20000} $(BIN)/pytest -q tests/test_cloison_hasard.py

# Pas de fichier de verrouillage : il garderait des adresses de téléchargement.
js:
	@if command -v npm >/dev/null 2>&1; then \
		test -d tests/js/node_modules || npm install --prefix tests/js --silent --no-audit --no-fund --no-package-lock; \
		node --test tests/js/*.test.mjs; \
	else echo "Node.js est absent : les essais du plateau en JavaScript ne sont pas faits."; fi

# À relancer quand pyproject.toml change : les versions d'un environnement neuf, sans adresse.
contraintes:
	@rm -rf build/contraintes && $(PYTHON) -m venv build/contraintes
	@build/contraintes/bin/python -m pip install -q --upgrade setuptools
	@build/contraintes/bin/python -m pip install -q -e '.[test,bench,wasm]' hatchling
	@{ echo "# Versions exactes qui vont ensemble, dépendances indirectes comprises : « make contraintes »."; \
		build/contraintes/bin/python -m pip freeze --all --exclude-editable | grep -v '^pip=='; } > constraints.txt

bench: $(VENV)/bench-pret
	@$(BIN)/python -m bench
