import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";

/** What the comments above the models say of triggers, by table. */
function readSchema(): Map<string, string[]> {
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  const models = schema.matchAll(/((?:^\/\/\/.*\n)*)^model \w+ \{\n([\s\S]*?)^\}/gm);
  return new Map(
    Array.from(models, ([, comment = "", body = ""]) => {
      const named = /^\/\/\/ Triggers: (.*)$/m.exec(comment)?.[1] ?? "";
      const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "";
      return [table, named.match(/\w+_\w+/g)?.sort() ?? []];
    }),
  );
}

test("every trigger is named at the model whose table it watches, and no other", async () => {
  const rows = await db.$queryRaw<{ table: string; name: string }[]>`
    SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid::regclass::text NOT LIKE '%.%' ORDER BY tgname`;
  const found = Map.groupBy(rows, ({ table }) => table);
  for (const [table, named] of readSchema()) {
    const names = (found.get(table) ?? []).map(({ name }) => name);
    expect(named, table).toEqual(names.sort());
  }
});
