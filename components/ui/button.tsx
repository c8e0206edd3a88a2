import clsx from "clsx";
import type { ComponentProps } from "react";

const variants = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-strong",
  secondary: "border-edge bg-raised text-ink hover:bg-sunken",
  quiet: "border-transparent bg-transparent text-accent hover:bg-accent-tint",
  danger: "border-transparent bg-danger text-accent-ink hover:bg-danger-strong",
};

const sizes = {
  medium: "target px-4 text-base",
  small: "target-small px-3 text-sm",
  icon: "target min-w-10 px-0 max-sm:min-w-11 pointer-coarse:min-w-11",
};

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

export function buttonClass({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-md border font-medium leading-tight no-underline",
    "disabled:opacity-65",
    variants[variant],
    sizes[size],
  );
}

type ButtonProps = ComponentProps<"button"> & ButtonLook & { busy?: boolean };

/** While busy it keeps the focus, which `disabled` would lose; whoever handles the click has to ignore it. */
export function Button({ variant, size, busy, className, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-disabled={busy || undefined}
      className={clsx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A plain anchor: next/link would cost every page 9 kB, the participants' too. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & ButtonLook & { href: string }) {
  return (
    <a className={clsx(buttonClass({ variant, size }), className)} {...rest}>
      {children}
    </a>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
