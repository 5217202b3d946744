// @ts-check
/** SHA-256, which browsers offer by themselves to pages that come by https alone. */

/** The first 32 bits of what is behind the point of a number. @param {number} x */
function fraction(x) {
  return Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
}

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
const begin = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} x @param {number} by */
function turned(x, by) {
  return (x >>> by) | (x << (32 - by));
}

/** Of a text or of bytes, in hex. @param {string|Uint8Array} data */
export function sha256(data) {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const length = (bytes.length + 9 + 63) & ~63;
  const padded = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(length - 4, bytes.length * 8);
  const hash = [...begin];
  const w = new Int32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = padded.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const near = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      const far = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      w[i] = w[i - 16] + far + w[i - 7] + near;
    }
    let [a, b, c, d, e, f, g, last] = hash;
    for (let i = 0; i < 64; i += 1) {
      const one = last + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, last] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, last].forEach((part, i) => { hash[i] = (hash[i] + part) | 0; });
  }
  return hash.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
