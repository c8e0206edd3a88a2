import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Field, type FieldText, controlClass, wiring } from "#components/ui/fields/field.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";

type Props = FieldText & { children: ReactNode } & Omit<ComponentProps<"select">, "id">;

export function SelectField({ label, hint, error, className, children, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <span className="relative block">
        <select
          {...wiring(id, { hint, error })}
          className={clsx(controlClass, "appearance-none truncate pr-10", className)}
          {...rest}
        >
          {children}
        </select>
        <ControlIcon
          name="down"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-muted"
        />
      </span>
    </Field>
  );
}
