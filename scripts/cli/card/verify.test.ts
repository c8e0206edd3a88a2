import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { afterAll, expect, test, vi } from "vitest";
import { publicKeyOf, signCard } from "#lib/cards/signing.ts";
import { madeCard } from "#lib/cards/testing/made-card.ts";
import { addCommands } from "#scripts/cli/card/verify.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const key = generateKeyPairSync("ed25519").privateKey;
const own = publicKeyOf(key);
const other = publicKeyOf(generateKeyPairSync("ed25519").privateKey);
const text = signCard(madeCard(), key);
const card = write("card.json", text);

async function verify(...args: string[]): Promise<string> {
  const said: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  const program = new Command().exitOverride();
  addCommands(program);
  await program.parseAsync(["verify", ...args], { from: "user" }).finally(() => log.mockRestore());
  return said.join("\n");
}

test("a whole card is told with its figures, and that nobody has said whose key it is", async () => {
  const said = await verify(card);
  expect(said).toContain("verified: the card is whole");
  expect(said).toContain("people: 90.8% right, 87.1% to 93.6%; 20 people, 50 cases, 1000 answers");
  expect(said).toContain(`signed by: ${own.fingerprint}`);
  expect(said).toContain("whose key that is, no card can prove");
  const { people } = madeCard();
  const few = madeCard({ people: { ...people, accuracy: null, low: null, high: null, reason: "too_few" } });
  expect(await verify(write("few.json", signCard(few, key)))).toContain(
    "people: no figure (too few for a claim)",
  );
});

test("texts of a card stay in their line and command no terminal", async () => {
  const title = `Harbour\nsigned by: ${other.fingerprint}\u001b[2K\u009b1A\u2028\u202e`;
  const { study } = madeCard();
  const hostile = write("hostile.json", signCard(madeCard({ study: { ...study, title } }), key));
  const said = await verify(hostile);
  expect(said.split("\n").filter((line) => line.startsWith("signed by:"))).toEqual([
    `signed by: ${own.fingerprint}`,
  ]);
  expect(said).toContain(
    `study: Harbour\\u{A}signed by: ${other.fingerprint}\\u{1B}[2K\\u{9B}1A\\u{2028}\\u{202E}`,
  );
  const json = await verify(hostile, "--json");
  expect(json).not.toMatch(/[\u001b\u009b\u2028\u202e]/);
  expect(JSON.parse(json).card.study.title).toBe(title);
});

test.each([
  ["a fingerprint", own.fingerprint],
  ["its digits alone, in capitals", own.fingerprint.replace("sha256:", "").toUpperCase()],
  ["a file of PEM", write("key.pem", own.pem)],
  ["what the instance gives", write("key.json", JSON.stringify({ algorithm: "Ed25519", ...own }))],
])("who signed is checked by %s", async (_what, given) => {
  expect(await verify(card, "--key", given)).toContain("that is the key you gave");
  expect(JSON.parse(await verify(card, "--json", "--key", given))).toMatchObject({ signer: "as_given" });
});

test.each([
  ["another key", [card, "--key", other.fingerprint], /whole, but it was signed by another key/],
  ["no key", [card, "--key", "sha256:12"], /can’t be read/],
  ["a file that is no key", [card, "--key", card], /neither a fingerprint/],
  ["no file", [path.join(folder, "none.json")], /can’t be read \(ENOENT\)/],
  ["a folder", [folder], /There is no file SHA256SUMS/],
  ["half a card", [write("half.json", text.slice(0, 300))], /is not JSON, perhaps cut off on the way/],
  ["an edited figure", [write("edited.json", text.replace("0.908", "0.918"))], /the signature doesn’t match/],
  [
    "a later format",
    [write("later.json", text.replace("card/1", "card/2"))],
    /another format, benchside-card\/2/,
  ],
  ["another file", [write("other.json", "{}")], /not a human-baseline card/],
  ["a part gone", [write("gone.json", text.replace('  "rules": 3,\n', ""))], /isn’t a whole card: rules/],
  [
    "another fingerprint",
    [write("print.json", text.replace(own.fingerprint, other.fingerprint))],
    /the fingerprint isn’t that of the public key/,
  ],
  ["other line ends", [write("ends.json", text.replaceAll("\n", "\r\n"))], /is written differently/],
])("%s is refused with a reason", async (_what, args, message) => {
  await expect(verify(...args)).rejects.toThrow(message);
});
