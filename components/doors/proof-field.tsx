"use client";

import { waitIn, type WaitWords } from "#components/doors/wait-words.ts";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import type { Failure } from "#lib/result.ts";

export type ProofWords = {
  label: string;
  lost: string;
  wrong: string;
  missing: string;
  show: string;
  hide: string;
  wait: WaitWords;
};
type Props = { name: string; hint?: string; refused: Failure | null; words: ProofWords };

/** A participant's passphrase, asked for once more. */
export function ProofField({ name, hint, refused, words }: Props) {
  return (
    <PasswordField
      name={name}
      label={words.label}
      hint={hint ? `${hint} ${words.lost}` : words.lost}
      error={(refused && problemIn(refused, words)) ?? undefined}
      autoComplete="current-password"
      words={words}
    />
  );
}

/** Null where it is nothing about the passphrase. */
export function problemIn(refused: Failure, { wrong, missing, wait }: ProofWords): string | null {
  switch (refused.error) {
    case "wrong_current":
    case "mismatch":
      return wrong;
    case "empty":
      return missing;
    case "throttled":
      return waitIn(wait, refused);
    default:
      return null;
  }
}
