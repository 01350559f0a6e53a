import { createElement, type SVGProps } from 'react';

type IconData = { name: string; node: [element: string, attributes: Record<string, string>][] };

/**
 * Draws the icons of lucide-react, instead of the library's own function, which handles sizes, contexts and
 * aliases that the product does not use and weighs more than all of Home's icons. `vite.config.ts` swaps it
 * in.
 */
export default function createLucideIcon({ name, node }: IconData) {
  const shapes = node.map(([element, attributes]) => createElement(element, attributes));
  return ({ className = '', ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        className: `lucide-${name} ${className}`,
        ...props,
      },
      shapes,
    );
}
