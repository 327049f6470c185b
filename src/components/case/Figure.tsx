import { useState } from 'react';
import { dataAddress } from '../../client/manifest.ts';
import type { Case } from '../../schema/shard.ts';
import { Text } from './Text.tsx';
import { visibleText } from './visible.ts';
import { Zoom } from './Zoom.tsx';

export type Media = Case['media'][number];

const WHY: Readonly<Record<NonNullable<Media['why']>, string>> = {
  missing: 'The file was not there when the release was built.',
  svg: 'The file is an SVG drawing; contributed pictures are shown only as PNG, JPEG or WebP.',
  other: 'The file is neither PNG nor JPEG nor WebP.',
  outside: 'Its path leads out of the benchmark’s folder.',
};

const isRemote = (src: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src);

/** The address of a picture that this site holds; null for one that is missing or lies elsewhere. */
export function pictureAddress({ src }: Media): string | null {
  return src === null || isRemote(src) ? null : dataAddress(src);
}

function Explained({ media, children }: { readonly media: Media; readonly children: React.ReactNode }) {
  return (
    <div className="no-picture">
      <b>No picture to show</b>
      <p>{children}</p>
      {media.alt === '' ? null : (
        <p>
          Described as: <Text text={media.alt} />
        </p>
      )}
    </div>
  );
}

/** Why there is no picture, for one that is null or lies elsewhere. */
function Absent({ media }: { readonly media: Media }) {
  if (media.src === null) {
    const why = media.why === undefined ? 'The benchmark does not give it out.' : WHY[media.why];
    return <Explained media={media}>{why}</Explained>;
  }
  return (
    <Explained media={media}>
      It lies elsewhere, and this site fetches nothing from there:{' '}
      <code className="address">{visibleText(media.src)}</code>
    </Explained>
  );
}

/** One picture with its zoom, or the reason why there is none. */
export function Figure({ media, label }: { readonly media: Media; readonly label: string }) {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  const address = pictureAddress(media);
  const alt = visibleText(media.alt);
  if (address === null) return <Absent media={media} />;
  if (broken) {
    const again = (): void => {
      setAttempt(attempt + 1);
      setBroken(false);
    };
    return (
      <Explained media={media}>
        The file could not be loaded, or is no picture.{' '}
        <button type="button" className="btn" onClick={again}>
          Try again
        </button>
      </Explained>
    );
  }
  return (
    <figure className="picture">
      <img key={attempt} src={address} alt={alt} onError={() => setBroken(true)} />
      <figcaption>
        <span>{label}</span>
        <Zoom address={address} alt={alt} />
      </figcaption>
    </figure>
  );
}
