// A rough count of tokens: one for each CJK character, one for four others. It is neither billing nor an upper bound.

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/g;

export function estimateTokens(text: string): number {
  let wide = 0;
  let units = 0;
  for (const [character] of text.matchAll(CJK)) {
    wide += 1;
    units += character.length;
  }
  return wide + Math.ceil((text.length - units) / 4);
}
