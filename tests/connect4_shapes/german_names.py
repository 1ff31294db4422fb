# # Adversarial Search: Playing Connect 4
# %%
import random
import numpy as np

def neues_brett(zeilen=6, spalten=7):
    return np.full((zeilen, spalten), " ")

def zeige(brett):
    for zeile in brett:
        print(" ".join("." if feld == " " else feld for feld in zeile))

def gegner(spieler):
    return "o" if spieler == "x" else "x"

def zuege(brett):
    return [s for s in range(brett.shape[1]) if brett[0][s] == " "]

def setze(brett, spalte, spieler):
    kopie = brett.copy()
    z = max(z for z in range(len(kopie)) if kopie[z][spalte] == " ")
    kopie[z][spalte] = spieler
    return kopie

def sieger(brett):
    zeilen, spalten = brett.shape
    for z in range(zeilen):
        for s in range(spalten):
            stein = brett[z][s]
            for dz, ds in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if stein == " " or z + 3 * dz >= zeilen or not 0 <= s + 3 * ds < spalten:
                    continue
                if all(brett[z + i * dz][s + i * ds] == stein for i in range(4)):
                    return stein
    return None

def vorbei(brett):
    return sieger(brett) is not None or not zuege(brett)

def nutzen(brett, wer):
    gewonnen = sieger(brett)
    return 0 if gewonnen is None else 1 if gewonnen == wer else -1

# %%
def zufalls_agent(brett, wer="x"):
    return random.choice(zuege(brett))

# %%
def mitte_zuerst(brett):
    return sorted(zuege(brett), key=lambda s: abs(2 * s - brett.shape[1] + 1))

def wert(brett, am_zug, alpha, beta, folge):
    if vorbei(brett):
        return nutzen(brett, am_zug), None
    bester = None
    for s in folge(brett):
        w = -wert(setze(brett, s, am_zug), gegner(am_zug), -beta, -alpha, folge)[0]
        if bester is None or w > alpha:
            alpha, bester = max(alpha, w), s
        if alpha >= beta:
            break
    return alpha, bester

def alphabeta_agent(brett, wer="x", sortierung=None):
    return wert(brett, wer, -2, 2, sortierung or zuege)[1]

def zuege_sortiert(brett):
    return mitte_zuerst(brett)

# %%
def bewertung(brett, spieler):
    zeilen, spalten = brett.shape
    punkte = 0
    for z in range(zeilen):
        for s in range(spalten):
            for dz, ds in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if z + 3 * dz < zeilen and 0 <= s + 3 * ds < spalten:
                    vier = [brett[z + i * dz][s + i * ds] for i in range(4)]
                    ich, du = vier.count(spieler), vier.count(gegner(spieler))
                    punkte += (ich**2 if not du else 0) - (du**2 if not ich else 0)
    return punkte

def abschneide_suche(brett, spieler="x", tiefe=3):
    def suche(b, am_zug, alpha, beta, rest):
        if vorbei(b):
            return 1000 * nutzen(b, am_zug), None
        if rest == 0:
            return bewertung(b, am_zug), None
        bester = None
        for s in zuege(b):
            w = -suche(setze(b, s, am_zug), gegner(am_zug), -beta, -alpha, rest - 1)[0]
            if bester is None or w > alpha:
                alpha, bester = max(alpha, w), s
            if alpha >= beta:
                break
        return alpha, bester
    return suche(brett, spieler, -9999, 9999, tiefe)

# %%
def monte_carlo_agent(brett, spieler="x", anzahl=50):
    ergebnis = {}
    for s in zuege(brett):
        summe = 0
        for _ in range(anzahl):
            b, am_zug = setze(brett, s, spieler), gegner(spieler)
            while not vorbei(b):
                b, am_zug = setze(b, random.choice(zuege(b)), am_zug), gegner(am_zug)
            summe += nutzen(b, spieler)
        ergebnis[s] = summe
    return max(ergebnis, key=ergebnis.get)
