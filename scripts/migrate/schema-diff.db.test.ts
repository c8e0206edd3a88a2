import { expect, inject, test } from "vitest";
import { diffSchema } from "#scripts/migrate/schema-diff.ts";

test("the migrations lead exactly to schema.prisma", async () => {
  expect(await diffSchema(inject("adminUrl"))).toBe("");
});
