import { type ComponentProps, useId } from "react";
import { FieldError, FieldHint, type FieldText, wiring } from "#components/ui/fields/field.tsx";

export function CheckboxField({
  label,
  hint,
  error,
  ...rest
}: FieldText & Omit<ComponentProps<"input">, "id" | "type">) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <div className="target flex items-center gap-3">
        <input
          type="checkbox"
          {...wiring(id, { hint, error })}
          className="size-6 shrink-0 accent-accent"
          {...rest}
        />
        <label htmlFor={id} className="py-2">
          {label}
        </label>
      </div>
      {(hint || error) && (
        <div className="-mt-2 ml-9 grid gap-1">
          {hint && <FieldHint id={id}>{hint}</FieldHint>}
          {error && <FieldError id={id}>{error}</FieldError>}
        </div>
      )}
    </div>
  );
}
