import { expect, test } from "vitest";
import { formatLinks, logOnTerminal } from "#scripts/supervise/terminal.ts";

const link = (role: string) => ({ role, url: `http://localhost:3000/enter/${role}` });

test("the links of a first start stand apart, under what they are for", () => {
  expect(formatLinks(["admin", "researcher", "participant"].map(link)).split("\n")).toEqual([
    expect.stringMatching(/^open one of these/),
    expect.stringContaining("only once"),
    "  admin  http://localhost:3000/enter/admin",
    "  researcher  http://localhost:3000/enter/researcher",
    "  participant  http://localhost:3000/enter/participant",
    "",
  ]);
});

test("one link is spoken of as one", () => {
  expect(formatLinks([link("admin")])).toMatch(/^open this one/);
});

test("a terminal shows warnings, unless the operator chose otherwise", () => {
  expect(logOnTerminal({}, "/data")).toEqual({ LOG_LEVEL: "warn", LOG_DIR: "/data/logs" });
  expect(logOnTerminal({ LOG_LEVEL: "" }, "/data")).toEqual({ LOG_LEVEL: "warn", LOG_DIR: "/data/logs" });
  expect(logOnTerminal({ LOG_LEVEL: "info" }, "/data")).toEqual({});
  expect(logOnTerminal({ LOG_DIR: "/logs" }, "/data")).toEqual({});
});
