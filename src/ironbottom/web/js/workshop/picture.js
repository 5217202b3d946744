// @ts-check
/** A picture that somebody chooses from his files: an image, or a photograph out of a PDF. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { dialog, toast } from '../dialog.js';
import { photographs } from './pdf.js';

const LARGEST = 60_000_000;

/** A picture that somebody chooses; of a PDF one of its photographs, which may be no page but a part of one. @param {(picture: Blob, name: string) => Promise<void>} take */
export function choosePicture(take) {
  const pick = h('input', { type: 'file', accept: 'image/*,.pdf', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
  document.body.append(pick);
  pick.addEventListener('change', async () => {
    const file = pick.files?.[0];
    pick.remove();
    if (!file) return;
    try {
      if (file.size > LARGEST) throw new Error(t('ws.too-large', { n: LARGEST / 1_000_000 }));
      if (file.type !== 'application/pdf' && !/\.pdf$/i.test(file.name)) {
        await take(file, file.name);
        return;
      }
      const found = await photographs(file);
      if (!found.length) throw new Error(t('ws.pdf-none'));
      choosePage(found, file.name, take);
    } catch (problem) {
      toast(problem instanceof Error && problem.message ? problem.message : t('ws.no-picture'), 'bad');
    }
  });
  pick.addEventListener('cancel', () => pick.remove());
  pick.click();
}

/** @param {Blob[]} found @param {string} name @param {(picture: Blob, name: string) => Promise<void>} take */
function choosePage(found, name, take) {
  const box = dialog(t('ws.pdf-choose'), [h('p', null, t('ws.pdf-found', { n: found.length })), h('ul', { class: 'counter-list' }, found.slice(0, 24).map((one, i) => {
    const button = h('button', { type: 'button', class: 'pdf-picture', 'aria-label': t('ws.pdf-picture', { n: i + 1 }) }, h('img', { src: URL.createObjectURL(one), alt: '', loading: 'lazy' }));
    button.addEventListener('click', () => {
      box.close();
      take(one, name).catch((problem) => toast(problem.message || t('ws.no-picture'), 'bad'));
    });
    return h('li', null, button);
  }))], { wide: true });
}
