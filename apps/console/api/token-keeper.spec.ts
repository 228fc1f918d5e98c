import { TokenKeeper } from './token-keeper.js';

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

describe('the token of this tab', () => {
  it('[D-78] is taken out of the hash, kept, and the rest of the hash stays', () => {
    const store = storage();
    const keeper = new TokenKeeper(store);
    expect(keeper.takeFrom('#token=wr_abc%2B1&task=t1')).toBe('#task=t1');
    expect(keeper.current()).toEqual({ token: 'wr_abc+1', refused: false });
    expect([...store.map.values()]).toEqual(['wr_abc+1']);
    expect(keeper.takeFrom('#task=t1')).toBeNull();
  });

  it('comes back after a reload', () => {
    const store = storage();
    new TokenKeeper(store).keep(' wr_abc ');
    expect(new TokenKeeper(store).current().token).toBe('wr_abc');
  });

  it('is dropped when the server refuses it, unless a newer one has come meanwhile', () => {
    const store = storage();
    const keeper = new TokenKeeper(store);
    keeper.keep('old');
    keeper.keep('new');
    keeper.refuse('old');
    expect(keeper.current()).toEqual({ token: 'new', refused: false });
    let told = 0;
    const stop = keeper.subscribe(() => (told += 1));
    keeper.refuse('new');
    stop();
    keeper.keep('later');
    expect(told).toBe(1);
    keeper.forget();
    expect(store.map.size).toBe(0);
    expect(keeper.current()).toEqual({ token: null, refused: false });
  });
});
