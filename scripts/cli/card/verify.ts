import { createPublicKey, type KeyObject } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import type { Card } from "#lib/cards/schema.ts";
import { publicKeyOf, readCard } from "#lib/cards/signing.ts";
import { formatReason } from "#lib/reports/words.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { fromHere } from "#scripts/cli/files.ts";

type Options = { key?: string; json?: boolean };

export function addCommands(program: Command): void {
  program
    .command("verify")
    .description(
      "check a human-baseline card or an exported benchmark, without any database or network: a card, whether it is whole, as it was signed, and by whom; a benchmark, its checksums, digests, counts and Croissant description",
    )
    .argument("<path>", "the card, a file of JSON; or the benchmark, a folder or its ZIP")
    .option(
      "--key <key>",
      "of a card: who should have signed it: a fingerprint, or a file with the public key, as PEM or as /api/cards/key has it",
    )
    .option("--json", "print one JSON object")
    .action((file: string, options: Options) => verify(file, options));
}

async function verify(given: string, { key, json }: Options): Promise<void> {
  const file = fromHere(given);
  if (isFolder(file)) {
    if (key !== undefined)
      throw new Refusal(
        "--key: a benchmark isn’t signed; leave it out, and compare the digest with the one its maker gives",
      );
    const { verifyFolder } = await import("#scripts/cli/folder/verify-folder.ts");
    return verifyFolder(file, json);
  }
  const read = readCard(readText(file));
  if (!read.ok) throw new Refusal(...formatProblem(read, file));
  const card = read.value;
  const { fingerprint } = card.signature;
  const expected = key === undefined ? null : readExpected(key);
  if (expected !== null && expected !== fingerprint)
    throw new Refusal(
      `${file}: the card is whole, but it was signed by another key than the one given with --key`,
      `the card’s key: ${fingerprint}`,
      `the key given:  ${expected}`,
    );
  const isOfKey = expected !== null;
  report(
    json,
    { verified: true, signer: isOfKey ? "as_given" : "not_checked", card },
    linesOf(card, isOfKey),
  );
}

/** A folder, or what begins as a ZIP does. */
function isFolder(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) return true;
  const beginning = Buffer.alloc(beginningOfZip.length);
  try {
    const opened = openSync(file, "r");
    readSync(opened, beginning, 0, beginning.length, 0);
    closeSync(opened);
  } catch {
    // Said by who reads it as a card.
  }
  return beginning.equals(beginningOfZip);
}

const beginningOfZip = Buffer.from("PK\u0003\u0004");

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Refusal(`${file}: can’t be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function formatProblem(problem: Extract<ReturnType<typeof readCard>, { ok: false }>, file: string): string[] {
  const { error, fields = {} } = problem;
  const again = "download it again from where it is published";
  switch (error) {
    case "not_json":
      return [`${file}: is not JSON, perhaps cut off on the way (${fields["why"]}): ${again}`];
    case "not_a_card":
      return [`${file}: is JSON, but not a human-baseline card`];
    case "other_format":
      return [
        `${file}: is a card of another format, ${fields["format"]}: verify it with a version of Benchside that knows it`,
      ];
    case "damaged":
      return Object.entries(fields).map(
        ([where, what]) => `${file}: isn’t a whole card: ${where || "the file"}: ${what}`,
      );
    case "other_key":
      return [
        `${file}: the fingerprint isn’t that of the public key beside it: one of the two was changed; ${again}`,
      ];
    case "changed":
      return [
        `${file}: the signature doesn’t match: something in the card, or the signature, was changed after signing; ${again}`,
      ];
    case "rewritten":
      return [
        `${file}: says what was signed, but is written differently (other line ends, blanks or order): ${again}, and let no program format it`,
      ];
  }
}

const fingerprintForm = /^(sha256:)?([0-9a-f]{64})$/i;
const keyFile = z.object({ publicKey: z.string(), pem: z.string() });

function readExpected(given: string): string {
  const hex = fingerprintForm.exec(given)?.[2];
  if (hex !== undefined) return `sha256:${hex.toLowerCase()}`;
  const text = readText(fromHere(given));
  try {
    const key = openKey(text);
    if (key.asymmetricKeyType === "ed25519") return publicKeyOf(key).fingerprint;
  } catch {
    // Said below.
  }
  throw new Refusal(
    `--key ${given}: is neither a fingerprint (sha256: and 64 hexadecimal digits) nor a file with an Ed25519 public key, as PEM or as /api/cards/key has it`,
  );
}

const openKey = (text: string): KeyObject =>
  createPublicKey(text.trimStart().startsWith("{") ? keyFile.parse(JSON.parse(text)).pem : text);

function linesOf(card: Card, isOfKey: boolean): string[] {
  const { study, people, plan, signature } = card;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const interval =
    people.low === null || people.high === null
      ? `no interval (${formatReason(people.reason)})`
      : `${percent(people.low)} to ${percent(people.high)}`;
  const found =
    people.accuracy === null
      ? `no figure (${formatReason(people.reason)})`
      : `${percent(people.accuracy)} right, ${interval}`;
  return [
    `verified: the card is whole, and as it was signed`,
    `study: ${study.title}${study.isDemo ? " (a demo)" : ""}, closed ${study.closedAt.slice(0, 10)}`,
    `${study.who === "simulated" ? "simulated people, answers made up by a program" : "people"}: ${found}; ${people.people} people, ${people.cases} cases, ${people.answers} answers`,
    `plan: ${plan.hash}, frozen ${plan.frozenAt.slice(0, 10)}${plan.isIntact ? "" : ", and changed since"}`,
    `issue ${card.issue}, ${card.issuedAt.slice(0, 10)}${card.address ? `, ${card.address}` : ""}`,
    `signed by: ${signature.fingerprint}`,
    isOfKey
      ? "that is the key you gave"
      : "whose key that is, no card can prove: compare it with the fingerprint that the instance gives at /api/cards/key, or give that with --key",
  ];
}
