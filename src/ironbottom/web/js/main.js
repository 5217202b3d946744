// @ts-check
/** The page reads its address and shows what is asked for. */

import { loadTexts, t } from './i18n.js';
import { get, whenSignedOut } from './net.js';
import { signedOut } from './account.js';
import { applySettings, loadSettings } from './settings.js';
import { install } from './offline.js';
import { showHome } from './home.js';
import { showError, showJoin } from './join.js';
import { showMailed, showPersonal } from './personal.js';
import { clearPractice } from './practice.js';
import { ALONE, here } from './wire.js';

/** @param {HTMLElement} host @param {string} page @param {string} id */
async function showClub(host, page, id) {
  try {
    if (page === 'player' && id) await (await import('./club/player.js')).showPlayer(host, id);
    else if (page === 'tournament' && id) await (await import('./club/tournament.js')).showTournament(host, id);
    else if (page === 'ratings') await (await import('./club/player.js')).showRatings(host);
    else await (await import('./club/lobby.js')).showLobby(host);
    if (page === 'tournaments') document.getElementById('lobby-tournaments')?.scrollIntoView(); // they stand in the lobby
  } catch (problem) {
    showError(host, problem, t('error.page'));
  }
}

async function start() {
  loadSettings();
  install();
  const path = here().split('/').filter(Boolean).map(decodeURIComponent);
  const visit = () => import('./visit.js'); // the table is three fifths of all modules: no other page waits for it
  if (path[0] === 't') void visit();
  const personal = path[0] === 'me' && path[1];
  // a personal link says who one is: nobody new is made for it
  const [, me] = await Promise.all([loadTexts(), personal ? null : get('/api/me').catch(() => null)]);
  const host = document.getElementById('app');
  if (!host) return;
  void clearPractice(path[0] === 't' ? path[1] : '');
  const query = new URLSearchParams(location.search);
  if (path[0] === 't' && path[1]) {
    document.body.classList.add('at-table');
    await (await visit()).openTable(host, path[1], query);
  } else if (personal) await showPersonal(host, path[1]);
  else if (path[0] === 'mail' && path[1]) await showMailed(host, path[1]);
  else if (path[0] === 'owner') {
    const { showOwner } = await import('./owner.js');
    await showOwner(host);
  } else if (path[0] === 'workshop' && path[1]) {
    const { showWorkshop } = await import('./workshop/page.js');
    await showWorkshop(host, path[1], query);
  } else if (path[0] === 'aid' && path[1]) {
    const { showAid } = await import('./aid.js');
    await showAid(host, path[1], query.get('table') ?? '');
  } else if (!ALONE && ['lobby', 'player', 'tournament', 'tournaments', 'ratings'].includes(path[0])) await showClub(host, path[0], path[1] ?? '');
  else if (path[0] === 'join' && path[1]) await showJoin(host, path[1]);
  else if (path.length && path[0] !== 'index.html') {
    document.title = `${t('error.nowhere')} · ${t('app.name')}`;
    showError(host, new Error(t('error.nowhere-text')), t('error.nowhere'));
  } else {
    await showHome(host);
    window.setTimeout(() => void visit(), 1000); // one will be there next
  }
  applySettings();
  whenSignedOut(() => signedOut(''));
  if (me?.out && !ALONE) signedOut(me.name);
}

void start();
