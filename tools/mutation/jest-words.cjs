// Teaches Mocha the words of Jest that the specs of the domain use, so that one process runs them for every mutant.
const { format } = require('node:util');
const { expect } = require('expect');
const Mocha = require('mocha');

const table = (declare) => (rows) => (title, body) => {
  for (const [n, row] of rows.entries()) {
    const values = Array.isArray(row) ? row : [row];
    // Stryker knows a test by its title: the number keeps two rows apart.
    declare(`${format(title, ...values)} #${n}`, () => body(...values));
  }
};

const { bdd } = Mocha.interfaces;
Mocha.interfaces.bdd = (suite) => {
  bdd(suite);
  suite.on('pre-require', (context) => {
    Object.assign(context, { expect });
    for (const word of ['describe', 'it']) context[word].each = table(context[word]);
  });
};
