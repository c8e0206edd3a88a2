import { createInterface } from "node:readline/promises";
import { printable, Refusal } from "#scripts/cli/outcome.ts";

export type Confirmation = { yes?: boolean; json?: boolean };

export const yesOption = ["--yes", "don’t ask for confirmation"] as const;

type ConfirmationRequest = {
  name: string;
  /** What will happen, to whom: a line each. */
  means: readonly string[];
};
type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
};

/** For what can't be undone: on a terminal a name is typed; anywhere else only --yes will do. */
export async function confirm(
  { yes, json }: Confirmation,
  { name, means }: ConfirmationRequest,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (yes) return;
  if (json || !input.isTTY || !output.isTTY) throw new Refusal(...means, "add --yes to confirm");
  output.write(`${printable(means)}\n`);
  const lines = createInterface({ input, output });
  // Ctrl-C and the end of the input close it without an answer.
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const typed = await Promise.race([
    lines.question(printable([`Type ${name} to confirm: `])).catch(() => ""),
    closed,
  ]);
  lines.close();
  if (typed.trim() !== name)
    throw new Refusal(`not confirmed: ${name} was not typed, and nothing was changed`);
}
