"use client";

import clsx from "clsx";
import { Link } from "#components/ui/link.tsx";
import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";

export type NavigationItem = { href: string; label: string };

export function NavigationLinks({ items }: { items: readonly NavigationItem[] }) {
  const here = usePathname();
  // The longest match wins: /admin must not light up on /admin/people.
  const current = items
    .map((item) => item.href)
    .filter((href) => here === href || here.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0];
  return (
    <ul className="grid gap-1">
      {items.map(({ href, label }) => (
        <li key={href}>
          <Link
            href={href}
            onClick={closeMenu}
            aria-current={href === current ? "page" : undefined}
            className={clsx(
              "target flex items-center rounded-md border-l-4 px-3",
              href === current
                ? "border-accent bg-accent-tint font-semibold text-ink"
                : "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The frame outlives the page, and an open menu would cover the next one. */
function closeMenu(event: MouseEvent<HTMLElement>) {
  event.currentTarget.closest("details")?.removeAttribute("open");
}
