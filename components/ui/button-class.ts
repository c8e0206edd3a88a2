import clsx from "clsx";

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
