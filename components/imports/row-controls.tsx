import clsx from "clsx";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icons.tsx";

// Controls of a row of 40 pixels.

export const rowControlClass =
  "min-h-8 w-full min-w-0 rounded-md border border-edge bg-raised px-2 text-sm text-ink placeholder:text-ink-muted " +
  "aria-invalid:border-2 aria-invalid:border-danger max-sm:min-h-11 pointer-coarse:min-h-11";

type InputProps = Omit<ComponentProps<"input">, "onChange"> & {
  label: string;
  onText: (text: string) => void;
  /** Where its error stands, if it has one. */
  errorId?: string | null;
};

/** Its label is said, and stands at the head of the rows. */
export const RowInput = ({ label, onText, errorId, className, ...rest }: InputProps) => (
  <input
    aria-label={label}
    aria-invalid={errorId ? true : undefined}
    aria-describedby={errorId ?? undefined}
    onChange={(event) => onText(event.target.value)}
    autoComplete="off"
    spellCheck={false}
    className={clsx(rowControlClass, className)}
    {...rest}
  />
);

type ButtonProps = { sign: IconName; label: string; onClick: () => void };

/** A sign, with its words for those who need them. */
export const RowButton = ({ sign, label, onClick }: ButtonProps) => (
  <Button size="small" variant="quiet" className="px-2" aria-label={label} title={label} onClick={onClick}>
    <Icon name={sign} className="size-4" />
  </Button>
);
