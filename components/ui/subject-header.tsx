import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "#components/ui/breadcrumbs.tsx";
import { TabLinks, type TabItem } from "#components/ui/tab-links.tsx";

type Links = { label: string; items: readonly TabItem[] };

type Props = {
  /** What the subject is one of. */
  path: Crumb;
  name: string;
  badges?: ReactNode;
  actions?: ReactNode;
  pages: Links;
  /** Of the page that is open, where it has several. */
  rooms?: (Links & { beside?: ReactNode }) | undefined;
};

/** What everything on a page is about, with its pages and rooms: a study or a benchmark. */
export function SubjectHeader({ path, name, badges, actions, pages, rooms }: Props) {
  return (
    <header className="mb-4 grid min-w-0 gap-2">
      <div className="grid min-w-0 gap-1">
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:flex-nowrap">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 sm:flex-nowrap">
            <Breadcrumbs path={path} />
            <h1 title={name} className="line-clamp-2 min-w-0 text-[1.375rem] font-semibold wrap-anywhere">
              <bdi>{name}</bdi>
            </h1>
            {badges}
          </div>
          {actions && <div className="flex min-w-0 flex-wrap items-center gap-2 sm:shrink-0">{actions}</div>}
        </div>
        <TabLinks {...pages} />
      </div>
      {rooms && (
        <div className="flex min-w-0 items-start gap-1.5">
          <div className="min-w-0 grow">
            <TabLinks label={rooms.label} items={rooms.items} look="pills" />
          </div>
          {rooms.beside}
        </div>
      )}
    </header>
  );
}
