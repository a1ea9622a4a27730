import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStatement } from './sql-statement.ts';

const read = (source: string) => {
  const found = readStatement(source);
  return found.ok ? found.value : found.problems[0]?.message;
};

describe('[CONN-9] a statement', () => {
  test.each([
    ['SELECT 1', 'SELECT 1', [], 'SELECT'],
    ['select :a, :b, :a;', 'select $1, $2, $1', ['a', 'b'], 'SELECT'],
    ['-- :no\nSELECT :yes /* :no /* :no */ */', '-- :no\nSELECT $1 /* :no /* :no */ */', ['yes'], 'SELECT'],
    [`SELECT ':no', ":no", E'\\':no', $$ :no ; $$, $x$ $$ :no $x$`, null, [], 'SELECT'],
    ['SELECT a::text, :b::int', 'SELECT a::text, $1::int', ['b'], 'SELECT'],
    [
      `UPDATE t SET a = 'it''s; :no' WHERE id = :id`,
      `UPDATE t SET a = 'it''s; :no' WHERE id = $1`,
      ['id'],
      'UPDATE',
    ],
    ['SELECT 1; -- and no more', 'SELECT 1 -- and no more', [], 'SELECT'],
    ['--\rTRUNCATE orders /*\nINSERT */', null, [], 'TRUNCATE'],
    ["SELECT $é$'$é$, a$, :b", "SELECT $é$'$é$, a$, $1", ['b'], 'SELECT'],
    [`SELECT E'a' -- and\n\n 'b\\' :no', :yes`, `SELECT E'a' -- and\n\n 'b\\' :no', $1`, ['yes'], 'SELECT'],
    [`SELECT 'a'\n'b\\', :yes`, `SELECT 'a'\n'b\\', $1`, ['yes'], 'SELECT'],
    [`SELECT ×E'a\\', :yes`, `SELECT ×E'a\\', $1`, ['yes'], 'SELECT'],
  ])('%s has its values apart', (source, text, names, verb) => {
    expect(read(source)).toMatchObject({ text: text ?? source, names, verb });
  });

  test.each([
    ['SELECT 1; DELETE FROM t', 'Only one statement'],
    ["SELECT 1;'x'", 'Only one statement'],
    ['SELECT $1', ':name'],
    ["SELECT 'never closed", 'not closed'],
    ['SELECT $x$ never closed $y$', 'not closed'],
    ['SELECT 1 /* never closed', 'not closed'],
    ['-- nothing', 'Enter a statement'],
    ['SELECT $é', 'A $ can only begin'],
    ['SELECT x:a$$ FROM t --$$', 'Put a space before :a'],
    ['', 'Enter a statement'],
  ])('%s is refused with the reason', (source, message) => expect(read(source)).toContain(message));

  test.each([
    ['select a FROM t', ['SELECT']],
    ['DELETE FROM t', ['DELETE']],
    ['INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2', ['INSERT', 'UPDATE']],
    [
      'MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1)',
      ['SELECT', 'INSERT', 'DELETE'],
    ],
    ['MERGE INTO t USING s ON true WHEN MATCHED THEN DO NOTHING', ['SELECT']],
    ['INSERT INTO log (t) TABLE payroll', ['SELECT', 'INSERT']],
    ['UPDATE t SET a = p.a FROM payroll p', ['SELECT', 'UPDATE']],
    ['DELETE FROM t USING payroll p WHERE p.a = t.a', ['SELECT', 'DELETE']],
    [`INSERT INTO log(t) VALUES ($é$'$é$) ON CONFLICT (id) DO UPDATE SET t='y' --'`, ['INSERT', 'UPDATE']],
    [`INSERT INTO log VALUES (E'a'\n'b\\'') ON CONFLICT (id) DO UPDATE SET t='y' --'`, ['INSERT', 'UPDATE']],
    ['UPDATE t SET a = 1 RETURNING a', ['SELECT', 'UPDATE']],
    [`UPDATE t SET "delete" = 'insert' /* delete */ -- insert`, ['UPDATE']],
    ['UPDATE t SET a = :delete', ['UPDATE']],
  ])('[CONN-20] %s names its operations', (source, operations) =>
    expect(read(source)).toMatchObject({ operations }),
  );

  test('whatever is written, it ends, and no value is written into the text', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '$$',
      '$x$',
      '--',
      '\n',
      '/*',
      '*/',
      ':a',
      '::',
      ';',
      'E',
      '\\',
      'x',
      ' ',
      '$1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const found = readStatement(pieces.join(''));
        if (found.ok) expect(found.value.names.filter((name) => name === 'a').length).toBeLessThanOrEqual(1);
        else expect(found.problems[0]?.message.length).toBeGreaterThan(10);
      }),
    );
  });
});

describe('[CONN-9] a statement of MySQL or MariaDB', () => {
  const readMysql = (source: string) => {
    const found = readStatement(source, 'mysql');
    return found.ok ? found.value : found.problems[0]?.message;
  };

  test.each([
    ['select :a, :b, :a;', 'select ?, ?, ?', ['a', 'b', 'a'], 'SELECT'],
    ['SELECT \'it\\\'s :no\', "a"" :no", `c :no`, :yes', null, ['yes'], 'SELECT'],
    ['SELECT 1 # :no\n, :yes', 'SELECT 1 # :no\n, ?', ['yes'], 'SELECT'],
    ['SELECT 1--:yes', 'SELECT 1--?', ['yes'], 'SELECT'],
    ['SELECT 1 -- :no\r:no\n, :yes', 'SELECT 1 -- :no\r:no\n, ?', ['yes'], 'SELECT'],
    ['SELECT /* /* :no */ :yes', 'SELECT /* /* :no */ ?', ['yes'], 'SELECT'],
    ['SELECT @x := :a', 'SELECT @x := ?', ['a'], 'SELECT'],
  ])('%s has its values apart', (source, text, names, verb) => {
    expect(readMysql(source)).toMatchObject({
      text: text ?? source.replace(':yes', '?'),
      names,
      verb,
    });
  });

  test.each([
    ['SELECT 1; DELETE FROM t', 'Only one statement is allowed'],
    ['SELECT ?', 'Write values as :name instead of ?'],
    ['SELECT /*! 1 */', 'Comments that MySQL executes'],
    ['SELECT /*M!100100 1 */', 'Comments that MySQL executes'],
    ['SELECT 1 \0 DELETE', 'Comments that MySQL executes'],
    ["SELECT 1 INTO/**/OUTFILE '/tmp/x'", 'OUTFILE uses files'],
    ["SELECT load_file('/etc/passwd')", 'LOAD_FILE uses files'],
    ["SELECT `load_file`('/etc/passwd')", 'LOAD_FILE uses files'],
    // MySQL begins a comment here, in which the quote would be
    ["SELECT 1 --\x01'\n INTO OUTFILE '/tmp/x' -- '", 'control characters'],
    ["SELECT 1 --\u00a0\n INTO OUTFILE '/tmp/x'", 'OUTFILE uses files'],
    ["SELECT 'a\\'", 'not closed'],
    ['SELECT `a', 'not closed'],
    ['SELECT 1 /*', 'not closed'],
    ['# only a comment', 'Enter a statement'],
  ])('%s is rejected', (source, message) => expect(readMysql(source)).toContain(message));

  test.each([
    ['REPLACE INTO t VALUES (1)', ['INSERT', 'DELETE']],
    ['INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 2', ['INSERT', 'UPDATE']],
    ['UPDATE t JOIN s ON s.id = t.id SET t.a = s.a', ['SELECT', 'UPDATE']],
    ["UPDATE t SET a = 'x' # \\' DELETE FROM t", ['UPDATE']],
    ['DELETE FROM t', ['DELETE']],
  ])('[CONN-20] %s names its operations', (source, operations) =>
    expect(readMysql(source)).toMatchObject({ operations }),
  );
});

describe('[CONN-9] a statement of SQLite', () => {
  const readSqlite = (source: string) => {
    const found = readStatement(source, 'sqlite');
    return found.ok ? found.value : found.problems[0]?.message;
  };

  test.each([
    ['select :a, :b, :a;', 'select ?, ?, ?', ['a', 'b', 'a'], 'SELECT'],
    ['SELECT \'it\'\'s :no\', "a"" :no", `c :no`, [d :no], :yes', null, ['yes'], 'SELECT'],
    ["SELECT 'a\\', :yes", null, ['yes'], 'SELECT'],
    ['SELECT 1 -- :no\r:no\n, :yes', null, ['yes'], 'SELECT'],
    ['SELECT /* /* :no */ :yes', null, ['yes'], 'SELECT'],
    ["SELECT facts ->> '$.a' FROM t$1 WHERE a = :yes", null, ['yes'], 'SELECT'],
  ])('%s has its values apart', (source, text, names, verb) => {
    expect(readSqlite(source)).toMatchObject({ text: text ?? source.replace(':yes', '?'), names, verb });
  });

  test.each([
    ['SELECT 1; DELETE FROM t', 'Only one statement is allowed'],
    ...['?', '?1', '@a', '$a', ':1'].map((mark) => [`SELECT ${mark}`, 'Write values as :name']),
    ['SELECT 1 \0 DELETE', 'Control characters'],
    ['SELECT 1 \ufeffDELETE', 'Control characters'],
    ["SELECT load_extension('x')", 'LOAD_EXTENSION uses files'],
    ['SELECT [a', 'not closed'],
    ['SELECT 1 /*', 'not closed'],
  ])('%s is rejected', (source, message) => expect(readSqlite(String(source))).toContain(message));

  test.each([
    ['INSERT OR REPLACE INTO t VALUES (1)', ['INSERT', 'DELETE']],
    ["UPDATE t SET a = replace(a, 'x', 'y')", ['UPDATE']],
    ['DELETE FROM t WHERE a IN payroll', ['SELECT', 'DELETE']],
    ['UPDATE t SET a = 1 WHERE a not in/* ( */\n"payroll"', ['SELECT', 'UPDATE']],
    ['UPDATE t SET a = 1 WHERE a IN main.payroll', ['SELECT', 'UPDATE']],
    ['DELETE FROM t WHERE a IN -- x\n (1, 2) AND "in" = b', ['DELETE']],
    ['DELETE FROM t RETURNING a', ['SELECT', 'DELETE']],
  ])('[CONN-20] %s names its operations', (source, operations) =>
    expect(readSqlite(source)).toMatchObject({ operations }),
  );
});
