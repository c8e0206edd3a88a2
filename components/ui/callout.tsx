import clsx from "clsx";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/ui/icons.tsx";

/** How each tone looks, wherever something is said in it. */
export const toneLooks = {
  info: { icon: "info", look: "border-info bg-info-tint", mark: "text-info" },
  success: { icon: "check", look: "border-success bg-success-tint", mark: "text-success" },
  warning: { icon: "warning", look: "border-warning bg-warning-tint", mark: "text-warning" },
  danger: { icon: "cross", look: "border-danger bg-danger-tint", mark: "text-danger" },
} as const satisfies Record<string, { icon: IconName; look: string; mark: string }>;

export type Tone = keyof typeof toneLooks;

export function Callout({
  tone = "info",
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
}) {
  const { icon, look, mark } = toneLooks[tone];
  return (
    <div className={clsx("flex items-start gap-3 rounded-md border-l-4 px-4 py-3 text-ink", look)}>
      <Icon name={icon} className={clsx("mt-0.5", mark)} />
      <div className="grid min-w-0 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
