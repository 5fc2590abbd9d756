@echo off
chcp 65001 >nul
rem Sert le cours de ce dossier sur cette machine et l'ouvre dans le navigateur.
rem Chaque nom de Python est essaye : celui que Windows donne sans l'avoir installe ne repond pas.
pushd "%~dp0"
set "PYTHON="
for %%P in ("py -3" "python" "python3") do if not defined PYTHON (%%~P -c "" >nul 2>nul && set "PYTHON=%%~P")
if defined PYTHON (%PYTHON% serveur.py %*) else (echo Python est introuvable : demandez a votre enseignant l'adresse ou le cours est en ligne.)
popd
pause
