"use client";

import { useEffect, useId, useState } from "react";
import { fill, optionalMark, type SittingWords } from "#components/sitting/words.ts";
import { wiring } from "#components/ui/fields/field.tsx";
import { answerFields } from "#lib/sittings/answers/fields.ts";

/** What guessing comes to, in whole percent. */
const guessAmong = (options: number): number => Math.round(100 / options);

export const formatGuess = ({ extra }: Pick<SittingWords, "extra">, options: number): string =>
  fill(extra.guessing, { count: options, value: guessAmong(options) });

type Props = {
  /** In percent; null while none was given. */
  value: number | null;
  required: boolean;
  /** Among how many one would guess, where that is to be said; null: it isn't. */
  guessing: number | null;
  words: Pick<SittingWords, "extra" | "optional">;
  error?: string;
};

const middle = 50;

/**
 * A slider always stands somewhere: it is sent only once it was touched. Without a script nobody can tell, so there
 * it counts where it stands, and says so.
 */
export function ConfidenceSlider({ value, required, guessing, words, error }: Props) {
  const id = useId();
  const { extra } = words;
  const [hasScript, setHasScript] = useState(false);
  const [given, setGiven] = useState(value);
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setHasScript(true), []);

  function touch({ currentTarget }: { currentTarget: HTMLInputElement }): void {
    // Whoever reads the form while it still hears of this finds it there.
    currentTarget.name = answerFields.confidence;
    setGiven(currentTarget.valueAsNumber);
  }
  const standing = given === null ? extra.confidenceUnset : fill(extra.confidenceValue, { value: given });
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-medium">
        {extra.confidence}
        {!required && <span className="font-normal text-ink-muted">{optionalMark(words)}</span>}
      </label>
      {guessing !== null && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {formatGuess(words, guessing)}
        </p>
      )}
      <input
        {...wiring(id, { hint: guessing, error })}
        type="range"
        min={0}
        max={100}
        defaultValue={value ?? middle}
        name={!hasScript || given !== null ? answerFields.confidence : undefined}
        aria-valuetext={standing}
        onChange={touch}
        onPointerUp={touch}
        className={`target w-full max-w-md accent-accent ${hasScript && given === null ? "opacity-60" : ""}`}
      />
      {guessing !== null && <GuessMark at={guessAmong(guessing)} />}
      <div className="flex max-w-md justify-between gap-4 text-sm text-ink-muted">
        <span>{guessing === null ? extra.confidenceLow : extra.confidenceNone}</span>
        <span>{extra.confidenceHigh}</span>
      </div>
      <p aria-hidden={hasScript} className="figures text-sm">
        {hasScript ? standing : extra.confidenceStands}
      </p>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Under the middle of the slider's thumb as it stands there: half a thumb lies outside at both ends. */
function GuessMark({ at }: { at: number }) {
  return (
    <div aria-hidden className="figures relative -mt-2 h-7 max-w-md text-sm text-ink-muted">
      <span
        className="absolute grid -translate-x-1/2 justify-items-center before:h-2 before:w-0.5 before:bg-ink-muted"
        style={{ left: `calc(0.5rem + (100% - 1rem) * ${at / 100})` }}
      >
        {at}
      </span>
    </div>
  );
}
