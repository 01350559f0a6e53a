type Props = { result: string; x: number; y: number; radius: number };

/**
 * Distinguished by shape, not only by color: a plus in a full square, a minus in an empty one, a triangle for
 * an unclear result.
 */
export function PregnancyMark({ result, x, y, radius: r }: Props) {
  const arm = r * 0.55;
  if (result === 'unclear')
    return (
      <path
        d={`M${x} ${y - r - 1}L${x + r + 1} ${y + r}H${x - r - 1}z`}
        className="fill-card stroke-task"
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
    );
  const isPositive = result === 'positive';
  return (
    <>
      <rect
        x={x - r}
        y={y - r}
        width={2 * r}
        height={2 * r}
        rx={2}
        strokeWidth={1.75}
        className={`stroke-task ${isPositive ? 'fill-task' : 'fill-card'}`}
      />
      <path
        d={`M${x - arm} ${y}h${2 * arm}${isPositive ? `M${x} ${y - arm}v${2 * arm}` : ''}`}
        className={isPositive ? 'stroke-card' : 'stroke-task'}
        strokeWidth={1.75}
        strokeLinecap="round"
      />
    </>
  );
}
