/** Bad input: nothing was changed, the reasons say why. Exit code 1. */
export class Refusal extends Error {
  readonly reasons: readonly string[];
  constructor(...reasons: string[]) {
    super(reasons.join("\n"));
    this.name = "Refusal";
    this.reasons = reasons;
  }
}

/** One object for machines with --json, lines for people without. */
export function report(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value, null, 2) : lines.join("\n"));
}

export function reportRefusal(json: boolean, refusal: Refusal): void {
  if (json) console.log(JSON.stringify({ refused: true, reasons: refusal.reasons }, null, 2));
  else for (const reason of refusal.reasons) console.error(`refused: ${reason}`);
}
