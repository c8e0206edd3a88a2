import { builtActions, builtRoutes, listSourceActions, listSourceRoutes } from "#e2e/access-matrix/built.ts";
import { actions, routes } from "#e2e/access-matrix/table.ts";
import { expect, test } from "#e2e/support/http-test.ts";

test("every route of the build is in the table, and nothing that is not built", () => {
  const named = Object.keys(routes).map((route) => route.replace(/ .*/, ""));
  expect([...new Set(named)].sort()).toEqual(builtRoutes);
});

test("every server action of the build is in the table, and nothing that is not built", () => {
  expect(Object.keys(actions).sort()).toEqual(builtActions.map(({ name }) => name).sort());
});

test("the build holds every page and handler of the sources", () => {
  for (const route of listSourceRoutes()) expect(builtRoutes).toContain(route);
});

test("no server action is exported that no page uses", () => {
  expect(builtActions.map(({ name }) => name).sort()).toEqual(listSourceActions().sort());
});
