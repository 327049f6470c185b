import { Drawing } from '../charts/Drawing.tsx';
import { Chart } from '../charts/Live.tsx';
import { SeriesLegend } from '../charts/mark-kinds.tsx';
import { type Profile, profileChart, profileHref, profileWords } from './profile.ts';

interface ProfilesProps {
  readonly profiles: readonly Profile[];
  /** Whether the page has no script that reads drawings: then the sentence has the link, and the lines are none. */
  readonly still?: boolean;
}

/** Draws each leaderboard's profile with its sentence, as many abreast as there is room for. */
export function Profiles({ profiles, still = false }: ProfilesProps) {
  return (
    <div className="panels profiles">
      {profiles.map((profile) => {
        const address = profileHref(profile);
        const chart = profileChart(profile, still ? null : address);
        const drawn = <Chart className="phone" chart={chart} />;
        return (
          <div key={chart.title}>
            <p className="takeaway">
              {profileWords(profile)}
              {still ? (
                <>
                  {' '}
                  <a href={address} aria-label={`Table of ${chart.panel}`}>
                    Table
                  </a>
                </>
              ) : null}
            </p>
            {still ? <div className="drawing">{drawn}</div> : <Drawing of={chart.title}>{drawn}</Drawing>}
            <SeriesLegend series={profile.series} still={still} />
          </div>
        );
      })}
    </div>
  );
}
