import { expect, test } from "vitest";
import { nameCommand, onBehalfOf, operator, system } from "#lib/auth/operator.ts";
import { hasRole } from "#lib/auth/viewer.ts";

const ana = { id: "00000000-0000-7000-8000-000000000001", name: "Ana Núñez" };

test("a job acts as an admin whose actions the record gives to the one who asked for it", () => {
  const viewer = onBehalfOf(ana, "import_cases");
  expect(viewer).toMatchObject({
    userId: ana.id,
    name: ana.name,
    actor: { id: ana.id, origin: "web", place: "import_cases" },
  });
  expect(hasRole(viewer, ["admin"])).toBe(true);
  expect(viewer.signInId).toBeNull();
});

test("a job that nobody signed in asked for is the command line's", () => {
  const { actor, ...viewer } = operator();
  expect(onBehalfOf(null, "import_cases")).toEqual({ ...viewer, actor: { ...actor, place: "import_cases" } });
});

test("at the console nobody's own things are seen", () => {
  for (const viewer of [operator(), system()]) {
    expect(viewer).toMatchObject({ userId: "00000000-0000-0000-0000-000000000000", actor: { id: null } });
  }
});

test("at the console the command is the place, once it is known", () => {
  expect(operator().actor.place).toBeNull();
  nameCommand("study open");
  expect(operator().actor).toEqual({ id: null, origin: "command_line", place: "study open" });
  expect(system().actor.place).toBeNull();
});
