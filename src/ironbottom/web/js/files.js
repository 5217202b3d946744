// @ts-check
/** Files that somebody chooses to bring in. */

import { t } from './i18n.js';

/** What stands in a file of text; an error for a picture or the like. @param {File} file */
export async function textOf(file) {
  const text = await file.text();
  if (/[\0\ufffd]/.test(text)) throw new Error(t('no-text'));
  return text;
}
