// @ts-check
/** Windows too small for all that a table has. */

/** A phone held upright: the panel is a sheet that comes up over the board. */
export const UPRIGHT = matchMedia('(max-width: 600px), (max-width: 760px) and (min-height: 481px)');

/** A phone, however it is held: cards and the map's buttons lie over the board, for beside it is no room. */
export const PHONE = matchMedia('(max-width: 760px), (max-height: 480px)');
