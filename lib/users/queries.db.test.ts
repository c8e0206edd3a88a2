import { describe, expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { makePerson } from "#lib/testing/people.ts";
import { findUsersByName, listUsers } from "#lib/users/queries.ts";

const idsOf = (users: { id: string }[]) => users.map(({ id }) => id).sort();

describe("finding people by name", () => {
  test("the handle wins, however it is typed", async () => {
    const { id, handle } = await makePerson({ name: "Wanda" });
    expect(idsOf(await findUsersByName(operator(), ` ${handle.toUpperCase()} `))).toEqual([id]);
  });

  test("the written name finds everybody who bears it", async () => {
    const both = [await makePerson({ name: "Xenia Roe" }), await makePerson({ name: "xenia roe" })];
    await makePerson({ name: "Xenia Roentgen" });
    expect(idsOf(await findUsersByName(operator(), "XENIA ROE"))).toEqual(idsOf(both));
  });

  test.each(["Yuri_", "Yuri%", "%", "_____", "Yuri\\"])("%s is a name, not a pattern", async (name) => {
    await makePerson({ name: "YuriX" });
    expect(await findUsersByName(operator(), name)).toEqual([]);
  });
});

test("lists never carry a secret", async () => {
  await makePerson({ secret: "heron maple lake stone amber" });
  expect(JSON.stringify(await listUsers(operator()))).not.toMatch(/argon2|secret/i);
});
