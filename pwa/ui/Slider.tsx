import styles from "./Slider.module.css";

export interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** Formatted value. */
  text: string;
  onChoose: (value: number) => void;
}

/** A range input that reports each step while dragging. */
export function Slider({ label, min, max, step, value, text, onChoose }: SliderProps) {
  return (
    <label className={styles.slider}>
      <span className={styles.label}>{label}</span>
      <output className={styles.value} aria-hidden="true">
        {text}
      </output>
      <input
        type="range"
        className={styles.track}
        aria-label={label}
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
    </label>
  );
}
