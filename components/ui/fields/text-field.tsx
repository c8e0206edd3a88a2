import clsx from "clsx";
import { type ComponentProps, useId } from "react";
import { Field, type FieldText, controlClass, wiring } from "#components/ui/fields/field.tsx";

type Props = FieldText & Omit<ComponentProps<"input">, "id">;

export function TextField({ label, hint, error, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...wiring(id, { hint, error })}
        className={clsx(controlClass, className)}
        {...rest}
      />
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  className,
  rows = 4,
  ...rest
}: FieldText & Omit<ComponentProps<"textarea">, "id">) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...wiring(id, { hint, error })}
        rows={rows}
        className={clsx(controlClass, className)}
        {...rest}
      />
    </Field>
  );
}
