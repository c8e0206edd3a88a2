import { describe, expect, test } from "vitest";
import { findTargetFault, loggablePath, targetOf } from "#scripts/serve/target.ts";

describe("a path is logged in one form, without the secret of a link", () => {
  test.each([
    ["/", "/"],
    ["/sign-in?next=%2Fadmin", "/sign-in"],
    ["/studies/%E6%9D%8E", "/studies/%E6%9D%8E"],
    ["/enter", "/enter"],
    ["/enter/s3cret", "/enter/[token]"],
    ["/enter/s3cret/", "/enter/[token]"],
    ["/enter/s3cret/more?next=/x", "/enter/[token]"],
    ["/enter/s3cret.rsc", "/enter/[token]"],
    ["/enter/s3cret#part", "/enter/[token]"],
    ["/join/k7m2x-9pq4t/consent?PROLIFIC_PID=5f", "/join/[token]/consent"],
    ["/join/k7m2x-9pq4t/s3cret", "/join/[token]"],
    ["/enter/enter/s3cret", "/enter/[token]"],
    ["//enter//s3cret", "/enter/[token]"],
    ["/enter/./s3cret", "/enter/[token]"],
    ["/enter/../s3cret", "/enter/[token]"],
    ["/studies/../enter/s3cret", "/studies/../enter/[token]"],
    ["/enter%2Fs3cret", "/enter/[token]"],
    ["/enter%252fs3cret", "/enter/[token]"],
    ["/enter%2F%FFs3cret", "/enter/[token]"],
    ["/%65nter/s3cret", "/enter/[token]"],
    ["/ENTER/s3cret", "/enter/[token]"],
    ["/enter;x=1/s3cret", "/enter/[token]"],
    ["/enter\\s3cret", "/enter/[token]"],
    ["http://lab.example/enter/s3cret", "/enter/[token]"],
    ["HTTPS://lab.example//enter/s3cret?x", "/enter/[token]"],
    ["/_next/data/build/enter/s3cret.json", "/_next/data/build/enter/[token]"],
    ["/entertainment/programme", "/entertainment/programme"],
    ['/a%0A{"level":"info"}', "/a%0A%7B%22level%22:%22info%22%7D"],
    ["/a%250d%250ab", "/a%0D%0Ab"],
    ["/a%E2%80%AEb%1B[2J", "/a%E2%80%AEb%1B%5B2J"],
    ["*", "*"],
  ])("%s: %s", (url, logged) => {
    expect(loggablePath(url)).toBe(logged);
  });

  test("and never at any length", () => {
    expect(loggablePath(`/${"a".repeat(5000)}`)).toHaveLength(300);
    expect(loggablePath(`/${"a".repeat(5000)}/enter/s3cret`)).toMatch(/a\/enter\/\[token\]$/);
  });
});

test.each([
  ["/a?b=c", "/a?b=c"],
  ["http://lab.example/a?b=http://c", "/a?b=http://c"],
  ["http://lab.example", "/"],
  ["http://lab.example?b", "/?b"],
  ["//lab.example/a", "//lab.example/a"],
])("%s asks for %s", (url, target) => {
  expect(targetOf(url)).toBe(target);
});

describe("an address under which nothing can be found", () => {
  test.each([
    ["*", "invalid"],
    ["/%", "invalid"],
    ["/studies/%E0%A4/results", "invalid"],
    ["/a/../b", "backslash"],
    ["/a/%2e%2E/b", "backslash"],
    ["/./b", "backslash"],
    ["/a\\b", "backslash"],
    ["/a%00", "NUL"],
    ["/a?b=%00", "NUL"],
    [`/a?${"b=&".repeat(300)}`, "parameters"],
  ])("%s", (target, reason) => {
    expect(findTargetFault(target)).toMatchObject({ status: 400, reason: expect.stringContaining(reason) });
  });

  test.each([
    "/",
    "/a...b/..c",
    "/cases/a%2Fb",
    "/%E6%9D%8E?find=%E0",
    `/a?${"b=&".repeat(150)}`,
    "/a?b=../..",
  ])("is not %s", (target) => expect(findTargetFault(target)).toBeNull());
});
