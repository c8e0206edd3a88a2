type Node = { type: string; depth?: number; children?: Node[]; data?: Record<string, unknown> };

const looks = [
  "mt-4 text-xl font-semibold first:mt-0",
  "mt-2 text-lg font-semibold first:mt-0",
  "mt-1 font-semibold first:mt-0",
];

/**
 * Whatever marks an author chose, the headings go on below the page's own without a gap, and look the same
 * wherever the text stands.
 */
export function placeHeadings({ under }: { under: number }) {
  return (root: Node) => {
    const headings = listHeadings(root);
    const depths = [...new Set(headings.map(({ depth = 1 }) => depth))].sort((a, b) => a - b);
    for (const heading of headings) {
      const rank = depths.indexOf(heading.depth ?? 1);
      heading.depth = Math.min(6, under + 1 + rank);
      heading.data = { ...heading.data, hProperties: { className: looks[Math.min(rank, 2)] } };
    }
  };
}

const listHeadings = (node: Node): Node[] =>
  node.type === "heading" ? [node] : (node.children ?? []).flatMap(listHeadings);
