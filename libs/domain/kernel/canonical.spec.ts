// Canonical JSON against RFC 8785, and digests that count a text by its content hash.
import * as fc from 'fast-check';
import { textOf } from '#testing';
import type { Rejection } from './index.js';
import { canonicalJson, digest, sha256Hex } from './index.js';

describe('canonical JSON', () => {
  it('[K-002] writes the sample of RFC 8785 byte for byte', () => {
    const sample: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('[K-001] sorts keys by UTF-16 code units, not by locale or code point', () => {
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.keys(JSON.parse(canonicalJson(keys)) as object).filter((key) => key !== '1')).toStrictEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  it('[K-002] refuses what JSON cannot say and names the place', () => {
    for (const [value, path] of [
      [{ a: { b: undefined } }, '/a/b'],
      [[1, Number.NaN], '/1'],
      [{ a: Number.POSITIVE_INFINITY }, '/a'],
      [{ a: 1n }, '/a'],
      [() => 1, ''],
    ] as const) {
      expect(() => canonicalJson(value)).toThrow(
        expect.objectContaining({ code: 'VALUE_INVALID', details: { path } }) as Rejection,
      );
    }
  });

  it('[K-002] gives equal texts exactly to equal values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toStrictEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });
});

describe('a digest', () => {
  it('[K-003] is sha256: and 64 hex digits over the canonical UTF-8 text', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(digest({ b: 'ä', a: 1 })).toBe(`sha256:${sha256Hex('{"a":1,"b":"ä"}')}`);
  });

  it('[K-003] counts a text by its content hash: another receipt changes nothing, another text everything', () => {
    const title = textOf('title', 'one');
    const again = { ...title, receipt: { objectId: 'object:other', descriptorDigest: title.receipt.descriptorDigest } };
    expect(digest({ title: again })).toBe(digest({ title }));
    expect(digest({ title: textOf('title', 'two') })).not.toBe(digest({ title }));
    expect(digest({ title })).toBe(digest({ title: title.contentHash }));
  });
});
