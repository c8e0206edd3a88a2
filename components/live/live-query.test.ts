import { expect, test } from "vitest";
import { writeLiveQuery } from "#components/live/live-query.ts";
import { readLiveQuery } from "#components/live/read-live-query.ts";

test("an address that asks for nothing shows the first page of everybody", () => {
  const all = { page: 1, filter: "all", find: "" };
  expect(readLiveQuery({})).toEqual(all);
  expect(readLiveQuery({ page: "0", filter: "nobody", find: ["a", "b"] })).toEqual(all);
  expect(readLiveQuery({ page: "1e99", find: "x".repeat(61) })).toEqual(all);
  expect(readLiveQuery({ find: "a\0b" })).toEqual(all);
  expect(writeLiveQuery(readLiveQuery({}))).toBe("");
});

test("what is asked for survives being written and read", () => {
  const query = { page: 12, filter: "dropped_out", find: "k7 & co" } as const;
  const written = writeLiveQuery(query);
  expect(readLiveQuery(Object.fromEntries(new URLSearchParams(written)))).toEqual(query);
});
