import { FieldError } from "#components/ui/fields/field.tsx";
import { keyOfChoice } from "#components/reviews/queue/work/find-key.ts";

export type Option = {
  value: string;
  label: string;
  /** Those with the same stand together beneath it. */
  group?: string | null;
  /** The letter that chooses it; the others are chosen by their number. */
  letter?: string;
};

type Props = {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen?: string | undefined;
  error?: string | undefined;
  /** Whether keys are heard where it stands. */
  hasKeys?: boolean | undefined;
};

/** One of several, by mouse, arrows, a letter or a number: native radio buttons, which a form sends without a script, too. */
export function ChoiceGroup({ legend, name, options, chosen, error, hasKeys = true }: Props) {
  const numbered = options.filter(({ letter }) => letter === undefined);
  return (
    <fieldset
      data-numbered={numbered.length}
      aria-describedby={error ? `${name}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      {error && <FieldError id={name}>{error}</FieldError>}
      {options.map(({ value, label, group, letter }, index) => {
        const at = numbered.findIndex((one) => one.value === value);
        return (
          <div key={value} className="grid gap-2">
            {group && group !== options[index - 1]?.group && (
              <p className="pt-2 text-base text-ink-muted">{group}</p>
            )}
            <div className="option-card">
              <label>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  defaultChecked={chosen === value}
                  data-choice={at < 0 ? letter : at}
                  className="size-6 shrink-0 accent-accent"
                />
                <span aria-hidden className="chosen-look" />
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                {hasKeys && (
                  <kbd
                    aria-hidden
                    className="rounded-md border border-edge px-1.5 font-sans text-sm text-ink-muted pointer-coarse:hidden"
                  >
                    {letter?.toUpperCase() ?? keyOfChoice(at, numbered.length)}
                  </kbd>
                )}
              </label>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
