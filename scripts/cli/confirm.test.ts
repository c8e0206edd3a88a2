import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "#scripts/cli/confirm.ts";

const asked = { name: "night-watch", means: ["this closes night-watch for good", "nobody is under way"] };

function terminal(typed: string | null) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  for (const stream of [input, output]) Object.assign(stream, { isTTY: true });
  if (typed === null) input.end();
  else input.write(`${typed}\n`);
  return { input, output };
}

test("on a terminal it says what will happen, and goes on once the name is typed", async () => {
  const at = terminal(" night-watch ");
  await confirm({}, asked, at);
  const told = String(at.output.read());
  for (const line of asked.means) expect(told).toContain(line);
  expect(told).toContain("Type night-watch to confirm: ");
});

test.each([["night"], ["yes"], [""], [null]])("%j is no confirmation", async (typed) => {
  await expect(confirm({}, asked, terminal(typed))).rejects.toThrow("nothing was changed");
});

test("without a terminal, or for a program, only --yes will do", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  await expect(confirm({}, asked, { input, output })).rejects.toThrow("add --yes");
  await expect(confirm({ json: true }, asked, terminal("night-watch"))).rejects.toThrow(asked.means[0]);
  await confirm({ yes: true, json: true }, asked, { input, output });
  expect(output.read()).toBeNull();
});
