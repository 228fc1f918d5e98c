import { refuseIdentityKeys } from './identity-keys.js';

describe('identity in a body', () => {
  const claims = [
    'principal',
    'principalId',
    'actor',
    'role',
    'authority',
    'authorizedBy',
    'approved',
    'approval',
    'proof',
    'discussion',
  ];

  it.each(claims)('[A-S02] [CO-08] %s is refused wherever it stands, true or not', (key) => {
    for (const body of [{ [key]: true }, { a: { [key]: null } }, { a: [{ b: [{ [key]: 'workroom-admin' }] }] }])
      expect(() => refuseIdentityKeys(body)).toThrow(expect.objectContaining({ code: 'IDENTITY_IN_BODY' }) as Error);
  });

  it('names the place', () => {
    expect(() => refuseIdentityKeys({ a: [{ role: 'sponsor' }] })).toThrow('/a/0/role');
  });

  it('[A-006] closed documents keep their own rules', () => {
    for (const key of ['workrooms', 'overlay', 'pack', 'policy', 'entries'])
      expect(() => refuseIdentityKeys({ [key]: { members: [{ role: 'executor' }] } })).not.toThrow();
  });

  it('values are no keys', () => {
    expect(() => refuseIdentityKeys({ text: 'role: actor', list: ['principalId'] })).not.toThrow();
    expect(() => refuseIdentityKeys(null)).not.toThrow();
  });
});
