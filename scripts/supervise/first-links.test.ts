import { expect, test } from "vitest";
import { firstLinks } from "#scripts/supervise/first-links.ts";

const link = (role: string) => ({ role, url: `http://localhost:3000/enter/${role}` });

test("the links of a first start stand apart, under what they are for", () => {
  const lines = `ready     in 2 s${firstLinks(["admin", "researcher", "participant"].map(link))}\n`.split(
    "\n",
  );
  expect(lines).toEqual([
    "ready     in 2 s",
    "",
    expect.stringMatching(/^Open one of these links/),
    expect.stringContaining("only once"),
    "  admin  http://localhost:3000/enter/admin",
    "  researcher  http://localhost:3000/enter/researcher",
    "  participant  http://localhost:3000/enter/participant",
    "",
    "",
  ]);
});

test("one link is spoken of as one, and a later start says nothing", () => {
  expect(firstLinks([link("admin")])).toContain("\n\nOpen this link");
  expect(firstLinks([])).toBe("");
});
