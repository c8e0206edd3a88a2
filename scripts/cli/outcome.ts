import { escapeHidden, escapeHiddenJson } from "#lib/files/printable.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

/** Bad input: nothing was changed, the reasons say why. Exit code 1. */
export class Refusal extends Error {
  readonly reasons: readonly string[];
  constructor(...reasons: string[]) {
    super(reasons.join("\n"));
    this.name = "Refusal";
    this.reasons = reasons;
  }
}

/** For people: texts from outside stay within their line, and none of them commands the terminal. */
export const printable = (lines: readonly string[]): string =>
  lines.map((line) => escapeHidden(line, "\t")).join("\n");

export const printLines = (lines: readonly string[]): void => console.log(printable(lines));
export const printProblems = (lines: readonly string[]): void => console.error(printable(lines));

/** One object for machines with --json, lines for people without. */
export function report(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  if (json) console.log(escapeHiddenJson(JSON.stringify(value, null, 2)));
  else printLines(lines);
}

/** What is to go into a file: to the byte, except on a terminal. */
export function printFile(content: string): void {
  const { stdout } = process;
  stdout.write(stdout.isTTY ? escapeHidden(content.replaceAll("\r\n", "\n"), "\n\t") : content);
}

/** Ctrl-C asks to stop, and ends the process when it is pressed again. */
export function listenForStop(reason?: Refusal): AbortSignal {
  const stopped = new AbortController();
  onStopSignal(
    () => stopped.abort(reason),
    () => process.exit(130),
  );
  return stopped.signal;
}

/** One line on a terminal, written over itself; nothing where nobody watches. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${printable([line])}`);
}

export function reportRefusal(json: boolean, refusal: Refusal): void {
  if (json) report(json, { refused: true, reasons: refusal.reasons }, []);
  else printProblems(refusal.reasons.map((reason) => `refused: ${reason}`));
}
