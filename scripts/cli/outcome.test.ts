import { afterEach, expect, test, vi } from "vitest";
import { printFile, Refusal, reportRefusal } from "#scripts/cli/outcome.ts";

const { isTTY } = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
  vi.restoreAllMocks();
});

const hostile = "a\tb\r\nsigned by: c\r\u001b[2K\u{e0041}";

test.each([
  [false, hostile],
  [true, "a\tb\nsigned by: c\\u{D}\\u{1B}[2K\\u{E0041}"],
])("a file is printed to the byte, except on a terminal: %s", (isTerminal, printed) => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  process.stdout.isTTY = isTerminal;
  printFile(hostile);
  expect(write.mock.calls).toEqual([[printed]]);
});

test("a reason stays one line, and as JSON it is what it was", () => {
  const said: string[] = [];
  const note = (line: string) => void said.push(line);
  vi.spyOn(console, "error").mockImplementation(note);
  vi.spyOn(console, "log").mockImplementation(note);
  reportRefusal(false, new Refusal(hostile, "no"));
  reportRefusal(true, new Refusal(hostile));
  expect(said[0]).toBe("refused: a\tb\\u{D}\\u{A}signed by: c\\u{D}\\u{1B}[2K\\u{E0041}\nrefused: no");
  expect(JSON.parse(said[1] ?? "")).toEqual({ refused: true, reasons: [hostile] });
  expect(said[1]).not.toMatch(/\u001b|\u{e0041}/u);
});
