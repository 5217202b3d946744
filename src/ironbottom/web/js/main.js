// @ts-check
/** The page reads its address and shows what is asked for. */

import { loadTexts } from './i18n.js';
import { get } from './net.js';
import { applySettings, loadSettings } from './settings.js';
import { Game } from './game.js';
import { showHome } from './home.js';
import { showJoin } from './join.js';

async function start() {
  loadSettings();
  await Promise.all([loadTexts(), get('/api/me').catch(() => null)]);
  const host = document.getElementById('app');
  if (!host) return;
  const path = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(location.search);
  if (path[0] === 't' && path[1]) {
    document.body.classList.add('at-table');
    const game = new Game(host, path[1], { seat: query.get('seat'), at: query.has('at') ? Number(query.get('at')) : null });
    await game.start();
  } else if (path[0] === 'join' && path[1]) await showJoin(host, path[1]);
  else await showHome(host);
  applySettings();
}

void start();
