@echo off
chcp 65001 >nul
rem Sert le cours de ce dossier sur cette machine et l ouvre dans le navigateur.
pushd "%~dp0"
where py >nul 2>nul && (py -3 serveur.py %* & goto fin)
where python >nul 2>nul && (python serveur.py %* & goto fin)
echo Python est introuvable : demandez a votre enseignant l'adresse ou le cours est en ligne.
:fin
popd
pause
