import type { ReactNode } from "react";
import { Icon } from "#components/ui/icons.tsx";

export type FieldText = { label: ReactNode; hint?: ReactNode; error?: ReactNode };

/** What a control needs so that its hint and error are read out with it. */
export function wiring(id: string, { hint, error }: Pick<FieldText, "hint" | "error">) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
}

export function Field({ id, label, hint, error, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-hint`} className="text-sm text-ink-muted">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <Icon name="warning" className="mt-0.5 size-4" />
      <span>{children}</span>
    </p>
  );
}

export const controlClass =
  "target w-full min-w-0 rounded-md border border-edge bg-raised px-3 py-1.5 text-base text-ink placeholder:text-ink-muted " +
  "aria-invalid:border-danger aria-invalid:border-2 disabled:bg-sunken disabled:text-ink-muted";
